#ifndef CCURL_H
#define CCURL_H

// libcurl sets and reads options through variadic functions, which Swift does not import. Each
// function here is one of them at one argument type; the name says which.

#include <stddef.h>
#include <stdint.h>

#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing; install the apt package libcurl4-openssl-dev"
#endif
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87.0 or newer is needed; install the apt package libcurl4-openssl-dev"
#endif

/// Takes `size * count` bytes; any other result than that number aborts the transfer.
typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, int64_t value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_set_sink(CURL *easy, CURLoption option, ccurl_sink value);

CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value);
CURLcode ccurl_get_size(CURL *easy, CURLINFO info, int64_t *value);
CURLcode ccurl_get_pointer(CURL *easy, CURLINFO info, void **value);

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

#endif
