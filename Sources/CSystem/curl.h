// libcurl, loaded when the first request is made: it and what it pulls in take longer to load than all the rest of a short run.
//
// Its binary interface is stable (https://curl.se/libcurl/abi.html), so the few names used are written down here, with their
// numbers from curl/curl.h, and no header package is needed to build.
#ifndef PAWL_CURL_H
#define PAWL_CURL_H

#include <dlfcn.h>
#include <stddef.h>

enum {
    PAWL_CURLOPT_NOPROGRESS = 43,
    PAWL_CURLOPT_NOBODY = 44,
    PAWL_CURLOPT_POST = 47,
    PAWL_CURLOPT_FOLLOWLOCATION = 52,
    PAWL_CURLOPT_MAXREDIRS = 68,
    PAWL_CURLOPT_NOSIGNAL = 99,
    PAWL_CURLOPT_TIMEOUT_MS = 155,
    PAWL_CURLOPT_PROTOCOLS = 181,
    PAWL_CURLOPT_REDIR_PROTOCOLS = 182,
    PAWL_CURLOPT_WRITEDATA = 10001,
    PAWL_CURLOPT_URL = 10002,
    PAWL_CURLOPT_POSTFIELDS = 10015,
    PAWL_CURLOPT_HTTPHEADER = 10023,
    PAWL_CURLOPT_HEADERDATA = 10029,
    PAWL_CURLOPT_CUSTOMREQUEST = 10036,
    PAWL_CURLOPT_XFERINFODATA = 10057,
    PAWL_CURLOPT_WRITEFUNCTION = 20011,
    PAWL_CURLOPT_HEADERFUNCTION = 20079,
    PAWL_CURLOPT_XFERINFOFUNCTION = 20219,
    PAWL_CURLOPT_POSTFIELDSIZE_LARGE = 30120,

    PAWL_CURLINFO_RESPONSE_CODE = 0x200002,
    PAWL_CURLPROTO_HTTP_AND_HTTPS = 3,

    PAWL_CURLE_URL_MALFORMAT = 3,
    PAWL_CURLE_COULDNT_RESOLVE_PROXY = 5,
    PAWL_CURLE_COULDNT_RESOLVE_HOST = 6,
    PAWL_CURLE_COULDNT_CONNECT = 7,
    PAWL_CURLE_WRITE_ERROR = 23,
    PAWL_CURLE_OPERATION_TIMEDOUT = 28,
    PAWL_CURLE_TOO_MANY_REDIRECTS = 47,
    PAWL_CURLE_PEER_FAILED_VERIFICATION = 60,
    PAWL_CURLE_SSL_CACERT_BADFILE = 77,
};

typedef size_t (*pawl_curl_data)(char *bytes, size_t size, size_t count, void *context);
typedef int (*pawl_curl_progress)(void *context, long long, long long, long long, long long);

// Functions only, so that every thread may have it.
typedef struct __attribute__((swift_attr("@Sendable"))) {
    void *(*easy_init)(void);
    int (*easy_setopt)(void *handle, int option, ...);
    int (*easy_perform)(void *handle);
    int (*easy_getinfo)(void *handle, int information, ...);
    void (*easy_cleanup)(void *handle);
    const char *(*easy_strerror)(int code);
    void *(*slist_append)(void *list, const char *text);
    void (*slist_free_all)(void *list);
} pawl_curl;

// Fills in the functions, and says whether all are there. The library stays loaded.
static inline int pawl_curl_load(pawl_curl *curl) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    *(void **)&curl->easy_init = dlsym(library, "curl_easy_init");
    *(void **)&curl->easy_setopt = dlsym(library, "curl_easy_setopt");
    *(void **)&curl->easy_perform = dlsym(library, "curl_easy_perform");
    *(void **)&curl->easy_getinfo = dlsym(library, "curl_easy_getinfo");
    *(void **)&curl->easy_cleanup = dlsym(library, "curl_easy_cleanup");
    *(void **)&curl->easy_strerror = dlsym(library, "curl_easy_strerror");
    *(void **)&curl->slist_append = dlsym(library, "curl_slist_append");
    *(void **)&curl->slist_free_all = dlsym(library, "curl_slist_free_all");
    return curl->easy_init && curl->easy_setopt && curl->easy_perform && curl->easy_getinfo && curl->easy_cleanup
        && curl->easy_strerror && curl->slist_append && curl->slist_free_all;
}

// Swift cannot call functions with `...`.
static inline int pawl_curl_set_long(const pawl_curl *curl, void *handle, int option, long value) {
    return curl->easy_setopt(handle, option, value);
}
static inline int pawl_curl_set_size(const pawl_curl *curl, void *handle, int option, long long value) {
    return curl->easy_setopt(handle, option, value);
}
static inline int pawl_curl_set_pointer(const pawl_curl *curl, void *handle, int option, const void *value) {
    return curl->easy_setopt(handle, option, value);
}
static inline int pawl_curl_set_data(const pawl_curl *curl, void *handle, int option, pawl_curl_data value) {
    return curl->easy_setopt(handle, option, value);
}
static inline int pawl_curl_set_progress(const pawl_curl *curl, void *handle, int option, pawl_curl_progress value) {
    return curl->easy_setopt(handle, option, value);
}
static inline int pawl_curl_get_long(const pawl_curl *curl, void *handle, int information, long *value) {
    return curl->easy_getinfo(handle, information, value);
}

#endif
