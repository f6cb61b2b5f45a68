#include "CCurl.h"

#include <dlfcn.h>
#include <stdio.h>

#define FOR_EACH_FUNCTION(DO) \
    DO(global_init)           \
    DO(easy_init)             \
    DO(easy_cleanup)          \
    DO(easy_pause)            \
    DO(easy_setopt)           \
    DO(easy_getinfo)          \
    DO(multi_init)            \
    DO(multi_cleanup)         \
    DO(multi_setopt)          \
    DO(multi_add_handle)      \
    DO(multi_remove_handle)   \
    DO(multi_perform)         \
    DO(multi_poll)            \
    DO(multi_wakeup)          \
    DO(multi_info_read)       \
    DO(slist_append)          \
    DO(slist_free_all)

#define DECLARE(name) __typeof__(curl_##name) *name;
static struct {
    FOR_EACH_FUNCTION(DECLARE)
} library;

bool ccurl_load(void) {
    // The name of every libcurl since 2006, OpenSSL's variant where there are several.
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    bool isWhole = handle != NULL;
    static bool isTold = false;
#define FIND(name)                                                        \
    if (isWhole) {                                                        \
        library.name = (__typeof__(library.name))dlsym(handle, "curl_" #name); \
        isWhole = library.name != NULL;                                   \
    }
    FOR_EACH_FUNCTION(FIND)
    if (isWhole) return library.global_init(CURL_GLOBAL_ALL) == CURLE_OK;
    // Once, because each request tries again.
    if (!isTold) fprintf(stderr, "gitxplorer: %s\n", dlerror());
    isTold = true;
    if (handle != NULL) dlclose(handle);
    return false;
}

CURL *ccurl_easy_init(void) {
    return library.easy_init();
}

void ccurl_easy_cleanup(CURL *easy) {
    library.easy_cleanup(easy);
}

void ccurl_easy_resume(CURL *easy) {
    library.easy_pause(easy, CURLPAUSE_CONT);
}

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_size(CURL *easy, CURLoption option, int64_t value) {
    return library.easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_sink(CURL *easy, CURLoption option, ccurl_sink value) {
    return library.easy_setopt(easy, option, value);
}

CURLcode ccurl_get_size(CURL *easy, CURLINFO info, int64_t *value) {
    curl_off_t size = 0;
    CURLcode code = library.easy_getinfo(easy, info, &size);
    *value = size;
    return code;
}

curl_socket_t ccurl_get_socket(CURL *easy) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    library.easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
    return socket;
}

CURLcode ccurl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return library.easy_getinfo(easy, info, value);
}

CURLM *ccurl_multi_init(void) {
    return library.multi_init();
}

void ccurl_multi_cleanup(CURLM *multi) {
    library.multi_cleanup(multi);
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return library.multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy) {
    return library.multi_add_handle(multi, easy);
}

void ccurl_multi_remove_handle(CURLM *multi, CURL *easy) {
    library.multi_remove_handle(multi, easy);
}

CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
    return library.multi_perform(multi, running);
}

void ccurl_multi_poll(CURLM *multi, int milliseconds) {
    library.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(CURLM *multi) {
    return library.multi_wakeup(multi);
}

CURLMsg *ccurl_multi_info_read(CURLM *multi, int *left) {
    return library.multi_info_read(multi, left);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line) {
    return library.slist_append(list, line);
}

void ccurl_slist_free_all(struct curl_slist *list) {
    library.slist_free_all(list);
}
