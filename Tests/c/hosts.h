/* A transport in memory: it serves a list of five pages, or keeps the requests for a test to answer. */
#ifndef HOSTS_H
#define HOSTS_H

#include <stdbool.h>
#include <stdint.h>
#include <swiftpager.h>

#define HOST_PAGES 5
#define MOST_REQUESTS 64

struct host {
    /* Whether the requests are kept for the test; else each is answered inside `send`. */
    bool keeps;
    /* Whether each request that the host keeps is answered when it is cancelled. */
    bool answers_cancels;
    /* What was called, one letter each: S send, X cancel, D destroy. */
    char history[256];
    swiftpager_request *requests[MOST_REQUESTS];
    int request_count;
    int cancel_count;
    int destroy_count;
    /* Set while `send` runs, to see that it is not entered again. */
    bool is_sending;
};

/* The functions of a host, for its client. */
swiftpager_transport host_transport(struct host *host);

/* A client with the host for its transport; `more` are further members of its config. */
swiftpager_client *make_host_client(struct host *host, const char *more);

/* The end of a hook that succeeds: gives the library a text, which may be NULL. */
swiftpager_status give_text(char **out_json, char *text);

/* The response to a request for a page of the list, in memory that lasts until the next call. */
const char *host_page(swiftpager_request *request);

/* Answers a request with the page that it asks for. */
swiftpager_status host_answer(swiftpager_request *request);

#endif
