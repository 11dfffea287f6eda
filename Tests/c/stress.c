/*
 * Eight threads call everything at random for some seconds, on shared handles that any of them may release.
 *
 * Nothing may crash or hang, and in the end every accepted operation has completed once, every refused one never, and
 * every user_data was given back once.
 */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define THREADS 8
#define SECONDS 5
/* Under valgrind that takes longer. */
#define LEAST_TICKETS 1000
#define MOST_TICKETS 200000
#define SLOTS 8

/* The user_data of one registration. */
struct ticket {
    atomic_int completions, destroys;
    bool is_operation, is_accepted;
};

static struct ticket tickets[MOST_TICKETS];
static atomic_int ticket_count;
static _Atomic(swiftpager_client *) clients[2];
static _Atomic(swiftpager_pager *) pagers[SLOTS];
static _Atomic(swiftpager_operation *) operations[SLOTS];
static _Atomic(swiftpager_subscription *) subscriptions[SLOTS];
static _Atomic(swiftpager_update *) updates[SLOTS];
static time_t end_of_test;

static uint32_t draw(uint32_t *state, uint32_t limit)
{
    *state ^= *state << 13, *state ^= *state >> 17, *state ^= *state << 5;
    return *state % limit;
}

static struct ticket *new_ticket(bool is_operation)
{
    int index = atomic_fetch_add(&ticket_count, 1);
    REQUIRE(index < MOST_TICKETS);
    tickets[index].is_operation = is_operation;
    return &tickets[index];
}

static void complete(void *user_data, swiftpager_status status, const char *error)
{
    struct ticket *ticket = user_data;
    CHECK(status != SWIFTPAGER_INTERNAL && (status == SWIFTPAGER_OK) == (error == NULL));
    CHECK_INTEGER(atomic_load(&ticket->destroys), 0);
    atomic_fetch_add(&ticket->completions, 1);
}

static void destroy(void *user_data)
{
    struct ticket *ticket = user_data;
    atomic_fetch_add(&ticket->destroys, 1);
}

/* Reads all of an update, and sometimes keeps it in place of another. */
static void receive(void *user_data, const swiftpager_update *update)
{
    struct ticket *ticket = user_data;
    size_t length = 0, count = swiftpager_update_page_count(update);
    CHECK_INTEGER(atomic_load(&ticket->destroys), 0);
    for (size_t index = 0; index < count; index++) {
        const swiftpager_page *page = swiftpager_update_page_at(update, index);
        const char *response = swiftpager_page_response(page, &length);
        CHECK(response != NULL && response[0] == '{' && response[length - 1] == '}');
    }
    if (count % 3 == 0) {
        CHECK_OK(swiftpager_update_retain(update));
        swiftpager_update_release(atomic_exchange(&updates[count % SLOTS], (swiftpager_update *)update));
    }
}

static swiftpager_client *new_client(uint32_t *state)
{
    const char *const paths[] = {"/good", "/slow", "/html-502", "/stall"};
    char url[256];
    snprintf(url, sizeof url, "%s%s?pages=6&size=2&ms=%u&bad=%u", getenv("SWIFTPAGER_TROUBLE_ENDPOINT"),
             paths[draw(state, 4)], draw(state, 4), draw(state, 8));
    return make_client(url);
}

static void create(uint32_t *state, uint32_t slot)
{
    const char *const ways[] = {"", ", \"retain\": \"last\"", ", \"retain\": \"none\"",
                                ", \"load_all\": {\"emit\": \"end\"}"};
    char config[1024];
    swiftpager_pager *pager = NULL;
    if (draw(state, 20) == 0) {
        swiftpager_client *old = atomic_exchange(&clients[slot % 2], new_client(state));
        if (draw(state, 2) == 0) swiftpager_client_close(old, (int32_t)draw(state, 5));
        CHECK_OK(swiftpager_client_release(old));
    }
    snprintf(config, sizeof config, "{\"query\": \"%s\"%s}", ITEMS_QUERY, ways[slot % 4]);
    swiftpager_status status =
        swiftpager_pager_create(atomic_load(&clients[slot % 2]), NULL, config, NULL, &pager, NULL);
    CHECK(status == SWIFTPAGER_OK || status == SWIFTPAGER_INVALID_HANDLE || status == SWIFTPAGER_CLOSED);
    CHECK_OK(swiftpager_pager_release(atomic_exchange(&pagers[slot], pager)));
}

static void load(uint32_t *state, uint32_t slot)
{
    load_function *const loads[] = {swiftpager_pager_fetch, swiftpager_pager_load_next, swiftpager_pager_load_all,
                                    swiftpager_pager_load_all};
    uint32_t which = draw(state, 4);
    bool is_pulled = draw(state, 3) == 0;
    const char *options = is_pulled ? "{\"pull\": true}" : which == 3 ? GO_ON
                                                                      : NULL;
    swiftpager_operation *operation = NULL;
    struct ticket *ticket = new_ticket(!is_pulled);
    swiftpager_completion_cb completion = is_pulled ? NULL : complete;
    ticket->is_accepted = loads[which](atomic_load(&pagers[slot]), options, completion, ticket, destroy, &operation,
                                       NULL) == SWIFTPAGER_OK;
    if (ticket->is_accepted) {
        CHECK_OK(swiftpager_operation_release(atomic_exchange(&operations[draw(state, SLOTS)], operation)));
    }
}

static void subscribe(uint32_t *state, uint32_t slot)
{
    swiftpager_subscription *subscription = NULL;
    swiftpager_update_cb callback = draw(state, 3) == 0 ? NULL : receive;
    struct ticket *ticket = new_ticket(false);
    ticket->is_accepted = swiftpager_pager_subscribe(atomic_load(&pagers[slot]), callback, ticket, destroy,
                                                     &subscription) == SWIFTPAGER_OK;
    swiftpager_subscription *old = atomic_exchange(&subscriptions[draw(state, SLOTS)], subscription);
    if (old != NULL) CHECK_OK(swiftpager_subscription_close(old));
    CHECK_OK(swiftpager_subscription_release(old));
}

static void look(uint32_t *state, uint32_t slot)
{
    bool can_load = false;
    char *text = NULL;
    int fd = -1;
    swiftpager_update *update = NULL;
    swiftpager_pager_can_load(atomic_load(&pagers[slot]), SWIFTPAGER_KIND_NEXT, &can_load);
    if (swiftpager_pager_state(atomic_load(&pagers[slot]), &text) == SWIFTPAGER_OK) CHECK_CONTAINS(text, "pages_held");
    swiftpager_free(text);
    swiftpager_client_fd(atomic_load(&clients[slot % 2]), &fd);
    swiftpager_update_page_count(atomic_load(&updates[slot]));
    swiftpager_update_status(atomic_load(&updates[slot]));
    swiftpager_subscription *subscription = atomic_load(&subscriptions[slot]);
    if (swiftpager_subscription_next(subscription, (int32_t)draw(state, 3), &update) == SWIFTPAGER_OK) {
        CHECK_OK(swiftpager_update_release(update));
    }
    if (draw(state, 4) == 0) swiftpager_subscription_fd(subscription, &fd);
}

static void pull(uint32_t *state, uint32_t slot)
{
    swiftpager_operation *operation = atomic_load(&operations[slot]);
    swiftpager_update *update = NULL;
    bool has_ended = false;
    int fd = -1;
    if (draw(state, 4) == 0) swiftpager_operation_fd(operation, &fd);
    if (swiftpager_operation_next(operation, (int32_t)draw(state, 3), &update, NULL) == SWIFTPAGER_OK) {
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK(update == NULL || swiftpager_update_retain(update) == SWIFTPAGER_INVALID_HANDLE);
    swiftpager_operation_ended(operation, &has_ended, NULL);
}

static void act(uint32_t *state)
{
    uint32_t slot = draw(state, SLOTS);
    swiftpager_client *client = atomic_load(&clients[slot % 2]);
    /* clang-format off */
    switch (draw(state, 18)) {
    case 0: create(state, slot); break;
    case 1: case 2: case 3: load(state, slot); break;
    case 4: case 5: subscribe(state, slot); break;
    case 6: case 7: look(state, slot); break;
    case 8: swiftpager_operation_close(atomic_load(&operations[slot])); break;
    case 9: swiftpager_client_wake(client); break;
    case 10: swiftpager_operation_wait(atomic_load(&operations[slot]), (int32_t)draw(state, 5), NULL); break;
    case 16: case 17: pull(state, slot); break;
    case 11: swiftpager_pager_reset(atomic_load(&pagers[slot])); break;
    default: swiftpager_client_dispatch(client, (int32_t)draw(state, 3), draw(state, 3), NULL);
    }
    /* clang-format on */
}

static void *act_for_a_while(void *seed)
{
    uint32_t state = *(uint32_t *)seed * 2654435761u;
    while (time(NULL) < end_of_test || atomic_load(&ticket_count) < LEAST_TICKETS) act(&state);
    return NULL;
}

/* Gives everything back. What is left of the callbacks runs here. */
static void release_all(void)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        CHECK_OK(swiftpager_update_release(atomic_exchange(&updates[slot], NULL)));
        CHECK_OK(swiftpager_operation_release(atomic_exchange(&operations[slot], NULL)));
        CHECK_OK(swiftpager_subscription_release(atomic_exchange(&subscriptions[slot], NULL)));
        CHECK_OK(swiftpager_pager_release(atomic_exchange(&pagers[slot], NULL)));
    }
    for (int slot = 0; slot < 2; slot++) CHECK_OK(swiftpager_client_release(atomic_exchange(&clients[slot], NULL)));
    for (int slot = 0; slot < SLOTS; slot++) CHECK_OK(swiftpager_update_release(atomic_exchange(&updates[slot], NULL)));
}

TEST(threads_that_call_everything_at_random_lose_nothing)
{
    pthread_t threads[THREADS];
    uint32_t seeds[THREADS], state = 1;
    for (int slot = 0; slot < 2; slot++) atomic_store(&clients[slot], new_client(&state));
    end_of_test = time(NULL) + SECONDS;
    for (uint32_t index = 0; index < THREADS; index++) {
        seeds[index] = index + 1;
        REQUIRE_INTEGER(pthread_create(&threads[index], NULL, act_for_a_while, &seeds[index]), 0);
    }
    for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
    release_all();
    int count = atomic_load(&ticket_count), accepted = 0;
    for (int index = 0; index < count && failed_check_count() < 10; index++) {
        struct ticket *ticket = &tickets[index];
        bool completes = ticket->is_operation && ticket->is_accepted;
        accepted += completes;
        /* A client that is released drops completions that have not run. */
        if (ticket->completions > completes || ticket->destroys != 1) {
            report_failure(__FILE__, __LINE__, "%s %d of %d, %s, completed %d times and was destroyed %d times",
                           ticket->is_operation ? "operation" : "subscription", index, count,
                           ticket->is_accepted ? "accepted" : "refused", ticket->completions, ticket->destroys);
        }
    }
    /* Else it would have tested nothing. */
    CHECK(accepted > 100);
}
