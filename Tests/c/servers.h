/* The test servers, as Tests/servers describes them; scripts/with_servers.py starts them and says where they are. */
#ifndef SERVERS_H
#define SERVERS_H

#include <stdbool.h>

/* The URL of the real GraphQL server with 1,000 products. */
const char *shop_url(void);

/* A shop of this process's own, for a test that changes it: other tests and other suites use the shared one. */
const char *own_shop_url(void);

/* The URL of the shared shop with the key of this process, and how many requests came with it. */
const char *counted_shop_url(void);
int shop_requests(void);

/*
 * The URL of a path of the trouble server, with options like "bad=2&once=1" (NULL for none). Every URL of a process
 * carries a random key of the process's own, so what the server counts for it is this test's doing. Valid for the 7
 * calls after.
 */
const char *trouble_url(const char *path, const char *options);

/* Starts over with another key: a trouble that happens once will happen again, and the counts are 0. */
void fresh_key(void);

/* A URL whose port refuses connections. */
const char *dead_url(void);

/* How many requests the server has read under the newest key, on how many connections, and how many of them the client
 * closed too early. */
int server_requests(void);
int server_connections(void);
int server_aborts(void);

/* Asks again and again until one of the counts has reached `least`. Returns whether it did, within 20 seconds. */
bool wait_for_requests(int least);
bool wait_for_aborts(int least);

/* Lets all requests through that /gated keeps under the newest key, and those that come later. */
void open_gate(void);

/* A time in which much would happen that should not. A test can miss a fault by it, but cannot report a false one. */
void wait_a_moment(void);

#endif
