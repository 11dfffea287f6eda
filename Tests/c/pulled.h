/* What tests of pulled operations share. */
#ifndef PULLED_H
#define PULLED_H

#include <swiftpager.h>

#define PULL "{\"pull\": true}"
#define PULL_ON "{\"pull\": true, \"fetch_from_initial_page\": false}"

/* Takes the next update and compares its newest page. */
void expect_page(swiftpager_operation *operation, int number);

/* Asks twice for the end: it stays the same. */
void expect_end(swiftpager_operation *operation, swiftpager_status expected);

/* Releases all three. */
void release_pulled(swiftpager_operation *operation, swiftpager_pager *pager, swiftpager_client *client);

#endif
