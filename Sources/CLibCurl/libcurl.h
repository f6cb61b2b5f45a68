#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing; install them with: apt-get install libcurl4-openssl-dev"
#endif
#include <curl/curl.h>
