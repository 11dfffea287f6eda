/**
 * libcurl for Swift: its own header, the calls that Swift cannot import, and the call that names its thread.
 *
 * Swift imports neither variadic functions nor function-like macros, so every form of curl_easy_setopt and
 * curl_easy_getinfo that this project uses has one typed function here. None of them adds behaviour. Options that copy
 * their argument (all strings but POSTFIELDS) and those that keep the pointer are told apart at the place of use.
 */
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include <curl/curl.h>

/**
 * The signature of CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION: takes `size * count` bytes, returns how many it
 * took; fewer abort.
 */
typedef size_t (*ccurl_write_callback)(char *bytes, size_t size, size_t count, void *context);

/** curl_global_init with CURL_GLOBAL_DEFAULT, a macro of macros. */
static inline CURLcode ccurl_global_init(void)
{
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

/** An option whose value is a long: a switch, a count, milliseconds, an enumerator. */
static inline CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value)
{
    return curl_easy_setopt(easy, option, value);
}

/** An option whose value is a curl_off_t: a size in bytes. */
static inline CURLcode ccurl_easy_set_size(CURL *easy, CURLoption option, curl_off_t value)
{
    return curl_easy_setopt(easy, option, value);
}

/** An option whose value is a string that curl copies; NULL restores what curl does without the option. */
static inline CURLcode ccurl_easy_set_string(CURL *easy, CURLoption option, const char *value)
{
    return curl_easy_setopt(easy, option, value);
}

/** An option whose value is a pointer that curl keeps: a buffer, a context. */
static inline CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value)
{
    return curl_easy_setopt(easy, option, value);
}

/** CURLOPT_HTTPHEADER; curl keeps the list and frees nothing of it. */
static inline CURLcode ccurl_easy_set_headers(CURL *easy, struct curl_slist *headers)
{
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

/** CURLOPT_WRITEFUNCTION and CURLOPT_WRITEDATA: where the bytes of a response body go. */
static inline CURLcode ccurl_easy_set_writer(CURL *easy, ccurl_write_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_WRITEDATA, context) : code;
}

/** CURLOPT_HEADERFUNCTION and CURLOPT_HEADERDATA: where the lines of a response's head go. */
static inline CURLcode ccurl_easy_set_header_reader(CURL *easy, ccurl_write_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_HEADERDATA, context) : code;
}

/** CURLOPT_OPENSOCKETFUNCTION and CURLOPT_OPENSOCKETDATA: what opens the sockets of connections. */
static inline CURLcode ccurl_easy_set_opener(CURL *easy, curl_opensocket_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context) : code;
}

/** CURLOPT_CLOSESOCKETFUNCTION and CURLOPT_CLOSESOCKETDATA: what closes the sockets of connections. */
static inline CURLcode ccurl_easy_set_closer(CURL *easy, curl_closesocket_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context) : code;
}

/** CURLOPT_PREREQFUNCTION and CURLOPT_PREREQDATA: what is asked before a request is sent on its connection. */
static inline CURLcode ccurl_easy_set_prerequest(CURL *easy, curl_prereq_callback callback, void *context)
{
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_PREREQDATA, context) : code;
}

/** CURLINFO_ACTIVESOCKET: the socket of the last connection of a transfer; CURL_SOCKET_BAD without one. */
static inline curl_socket_t ccurl_easy_get_socket(CURL *easy)
{
    curl_socket_t value = CURL_SOCKET_BAD;
    return curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &value) == CURLE_OK ? value : CURL_SOCKET_BAD;
}

/** The socket that curl asks for, closed when another program is executed; CURL_SOCKET_BAD and errno without one. */
static inline curl_socket_t ccurl_open_socket(const struct curl_sockaddr *address)
{
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/** What a CURLINFO of type long says; 0 if curl does not know. */
static inline long ccurl_easy_get_long(CURL *easy, CURLINFO info)
{
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/** What a CURLINFO of type curl_off_t says: bytes, microseconds or seconds; `missing` if curl does not know. */
static inline curl_off_t ccurl_easy_get_size(CURL *easy, CURLINFO info, curl_off_t missing)
{
    curl_off_t value = missing;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : missing;
}

/** What a CURLINFO of type string says, owned by the handle until its next transfer; NULL if curl does not know. */
static inline const char *ccurl_easy_get_string(CURL *easy, CURLINFO info)
{
    char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

/** The pointer given with CURLOPT_PRIVATE. */
static inline void *ccurl_easy_get_private(CURL *easy)
{
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

/** CURLMOPT_SOCKETFUNCTION and CURLMOPT_SOCKETDATA: what is called with the sockets to watch. */
static inline CURLMcode ccurl_multi_set_socket_callback(CURLM *multi, curl_socket_callback callback, void *context)
{
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
    return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context) : code;
}

/** CURLMOPT_TIMERFUNCTION and CURLMOPT_TIMERDATA: what is called with the latest time for the next call of curl. */
static inline CURLMcode ccurl_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback callback, void *context)
{
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
    return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context) : code;
}

/** An option whose value is a long: a limit. */
static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value)
{
    return curl_multi_setopt(multi, option, value);
}

/**
 * The next transfer that ended: writes its handle and how it ended and returns true; false when no more have ended.
 * The message itself is a union inside a struct that dies when the handle is removed, so its fields are copied out.
 */
static inline bool ccurl_multi_next_ended(CURLM *multi, CURL **easy, CURLcode *code)
{
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *easy = message->easy_handle;
            *code = message->data.result;
            return true;
        }
    }
    return false;
}

#endif
