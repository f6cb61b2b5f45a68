#ifndef CCURL_H
#define CCURL_H

// libcurl, loaded when it is first needed: it brings some 25 libraries along, which a server that
// answers from its cache can do without.
//
// libcurl sets and reads options through variadic functions, which Swift does not import. Each of
// those is here once for each type of argument; the name says which. The others keep their names.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing; install the apt package libcurl4-openssl-dev"
#endif
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87.0 or newer is needed; install the apt package libcurl4-openssl-dev"
#endif

/// Takes `size * count` bytes, or gives at most so many; see CURLOPT_WRITEFUNCTION and
/// CURLOPT_READFUNCTION for the result.
typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);

/// Loads libcurl and sets up its global state. Must succeed before anything else is called, and not
/// be called again then; after a failure it may be. Writes the reason of the first failure to stderr.
bool ccurl_load(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
/// `curl_easy_pause` with `CURLPAUSE_CONT`.
void ccurl_easy_resume(CURL *easy);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, int64_t value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_set_sink(CURL *easy, CURLoption option, ccurl_sink value);

CURLcode ccurl_get_size(CURL *easy, CURLINFO info, int64_t *value);
/// The socket of the last transfer's connection, while that is open; otherwise CURL_SOCKET_BAD.
curl_socket_t ccurl_get_socket(CURL *easy);
CURLcode ccurl_get_pointer(CURL *easy, CURLINFO info, void **value);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy);
void ccurl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
/// `curl_multi_poll` without descriptors of the caller's.
void ccurl_multi_poll(CURLM *multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(CURLM *multi);
CURLMsg *ccurl_multi_info_read(CURLM *multi, int *left);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line);
void ccurl_slist_free_all(struct curl_slist *list);

#endif
