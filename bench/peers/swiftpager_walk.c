/* swiftpager through its C face: load_all with a callback that counts the items of each page, and keeps none.
 *
 * README.md explains the options. No pager is released before the end. With --pull there is no callback: the peer asks
 * for page after page, one walk after the other; with --by-descriptor it does so as an event loop. With --from-memory
 * a transport of the peer hands out the pages, and there is no server. With --observe '["retry"]' the client calls a
 * function with such events.
 */
#include "../server/pages.h"
#include "peer.h"
#include "walk_configs.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <swiftpager.h>

struct walk {
    const struct peer_options *options;
    const char *load_options;
    swiftpager_pager *pager;  /* the latest one */
    size_t pages;
    size_t items;
    size_t ended;
};

/* Ends the process unless a call succeeded. */
static void check(swiftpager_status status, const char *error)
{
    if (status != SWIFTPAGER_OK)
        peer_fail("%s: %s", swiftpager_status_name(status), error == NULL ? "" : error);
}

static void ignore_event(void *user_data, const char *event_json)
{
    (void)user_data;
    (void)event_json;
}

/* Reads what a callback of an application reads, without a copy. */
static void look(const swiftpager_update *update, const swiftpager_page *page)
{
    size_t length = 0;
    if (swiftpager_update_status(update) != SWIFTPAGER_OK || swiftpager_update_page_count(update) != 1)
        peer_fail("swiftpager_walk: not the one page that is kept");
    if (swiftpager_page_items(page, &length) == NULL || swiftpager_page_errors(page, &length) != NULL)
        peer_fail("swiftpager_walk: not a page of items");
    if (swiftpager_update_source(update, NULL) != SWIFTPAGER_SOURCE_SERVER)
        peer_fail("swiftpager_walk: not a page of the server");
}

/* Keeps the place in the list, as an application does together with its work. */
static void take_token(swiftpager_pager *pager, const swiftpager_update *update)
{
    char *token = NULL;
    check(swiftpager_update_finish(update), NULL);
    check(swiftpager_pager_resume_token(pager, &token), NULL);
    swiftpager_free(token);
}

/* Looks at the text of each item. */
static void look_at_texts(const swiftpager_page *page)
{
    size_t count = 0;
    size_t length = 0;
    const char *response = swiftpager_page_response(page, &length);
    const uint64_t *spans = swiftpager_page_spans(page, true, &count);
    for (size_t index = 0; index < count; index++)
        if (response[spans[2 * index]] != '{' || response[spans[2 * index] + spans[2 * index + 1] - 1] != '}')
            peer_fail("swiftpager_walk: not an item");
}

static void consume(struct walk *walk, const swiftpager_update *update)
{
    const swiftpager_page *page = swiftpager_update_page(update, NULL);
    if (page == NULL)
        return;
    if (walk->options->full)
        look(update, page);
    if (walk->options->texts)
        look_at_texts(page);
    walk->pages++;
    walk->items += swiftpager_page_item_count(page);
    peer_consume(walk->options->consumer_ms);
    peer_mark(walk->options);
    if (walk->options->tokens)
        take_token(walk->pager, update);
}

static void on_update(void *user_data, const swiftpager_update *update)
{
    consume(user_data, update);
}

static void on_end(void *user_data, swiftpager_status status, const char *error)
{
    struct walk *walk = user_data;
    check(status, error);
    walk->ended++;
}

/* The next update; with --by-descriptor, once the descriptor says that it is there. */
static swiftpager_status next(swiftpager_operation *operation, int fd, swiftpager_update **update, char **error)
{
    swiftpager_status status = SWIFTPAGER_OK;
    struct pollfd polled = {.fd = fd, .events = POLLIN};
    while ((status = swiftpager_operation_next(operation, fd < 0 ? -1 : 0, update, error)) == SWIFTPAGER_TIMEOUT)
        poll(&polled, 1, -1);
    return status;
}

/* Walks from the first page to the end on this thread. */
static void pull(swiftpager_pager *pager, struct walk *walk)
{
    swiftpager_operation *operation = NULL;
    swiftpager_update *update = NULL;
    swiftpager_status status;
    int fd = -1;
    char *error = NULL;
    check(swiftpager_pager_walk(pager, walk->load_options, &operation, &error), error);
    if (walk->options->by_descriptor)
        check(swiftpager_operation_fd(operation, &fd), NULL);
    while ((status = next(operation, fd, &update, &error)) == SWIFTPAGER_OK && update != NULL) {
        consume(walk, update);
        swiftpager_update_release(update);
    }
    check(status, error);
    swiftpager_operation_release(operation);
    walk->ended++;
}

/* Makes a pager and starts its walk. */
static swiftpager_pager *start(swiftpager_client *client, const char *config, struct walk *walk)
{
    swiftpager_pager *pager = NULL;
    char *error = NULL;
    check(swiftpager_pager_create(client, NULL, config, NULL, &pager, &error), error);
    walk->pager = pager;
    if (walk->options->pull) {
        pull(pager, walk);
        return pager;
    }
    check(swiftpager_pager_subscribe(pager, on_update, walk, NULL, NULL), NULL);
    check(swiftpager_pager_load_all(pager, walk->load_options, on_end, walk, NULL, NULL, &error), error);
    return pager;
}

static void run_until_ended(swiftpager_client *client, const struct walk *walk, size_t count)
{
    while (walk->ended < count)
        check(swiftpager_client_dispatch(client, -1, 0, NULL), NULL);
}

/* A transport that answers at once, from memory. It does not patch items, so all pages have the same ones. */
static void answer(void *user_data, swiftpager_request *request)
{
    struct pages *pages = user_data;
    size_t length = 0;
    const char *body = swiftpager_request_body(request, &length);
    pages_patch_end(pages, place_in_body(body, length, pages->page_size));
    /* The rendered text is a whole HTTP response. */
    const char *page = strstr(pages->text, "\r\n\r\n") + 4;
    check(swiftpager_request_complete(request, 200, NULL, page, pages->length - (size_t)(page - pages->text)), NULL);
}

/* Writes a config with a token that stands for the beginning. */
static void resume_at_start(swiftpager_client *client, char *config, size_t room, const struct peer_options *options)
{
    swiftpager_pager *pager = NULL;
    char *token = NULL;
    check(swiftpager_pager_create(client, NULL, config, NULL, &pager, NULL), NULL);
    check(swiftpager_pager_resume_token(pager, &token), NULL);
    write_pager_config(config, room, options, token);
    swiftpager_free(token);
    swiftpager_pager_release(pager);
}

/* Walks once, so that the cache has all pages. */
static void warm(swiftpager_client *client, const char *config, const struct peer_options *options)
{
    struct peer_options pulled = *options;
    pulled.pull = true;
    struct walk walk = {.options = &pulled, .load_options = "{}"};
    swiftpager_pager_release(start(client, config, &walk));
}

int main(int count, char **arguments)
{
    (void)count;
    struct peer_options options = peer_options_from(arguments);
    struct walk walk = {.options = &options};
    char client_config[512];
    char pager_config[1024];
    char load_options[128];
    write_client_config(client_config, sizeof client_config, &options);
    if (options.policy == NULL)
        snprintf(load_options, sizeof load_options, "{}");
    else
        snprintf(load_options, sizeof load_options, "{\"cache_policy\":\"%s\"}", options.policy);
    walk.load_options = load_options;
    write_pager_config(pager_config, sizeof pager_config, &options, NULL);
    swiftpager_pager **pagers = calloc(options.pagers, sizeof(swiftpager_pager *));
    if (pagers == NULL)
        peer_fail("swiftpager_walk: no memory");

    struct pages pages = {0};
    const swiftpager_transport transport = {.struct_size = sizeof transport, .user_data = &pages, .send = answer};
    if (options.from_memory &&
        pages_init(&pages, (uint32_t)options.pages, (uint32_t)options.size, false, false, false) != 0)
        peer_fail("swiftpager_walk: no memory");

    struct peer_time start_time = peer_now();
    swiftpager_client *client = NULL;
    char *error = NULL;
    check(swiftpager_client_create(NULL, client_config, options.from_memory ? &transport : NULL, &client, &error),
          error);
    if (options.observe != NULL)
        check(swiftpager_client_observe(client, options.observe, ignore_event, NULL, NULL, &error), error);
    if (options.resume) {
        resume_at_start(client, pager_config, sizeof pager_config, &options);
        start_time = peer_now();
    }
    if (options.warm) {
        warm(client, pager_config, &options);
        start_time = peer_now();
    }
    for (size_t index = 0; index < options.pagers; index++) {
        pagers[index] = start(client, pager_config, &walk);
        if (options.in_turn)
            run_until_ended(client, &walk, index + 1);
    }
    run_until_ended(client, &walk, options.pagers);
    struct peer_time taken = peer_since(start_time);

    peer_report("swiftpager_walk", &options, walk.pages, walk.items, taken);
    for (size_t index = 0; index < options.pagers; index++)
        swiftpager_pager_release(pagers[index]);
    free(pagers);
    swiftpager_client_release(client);
    remove_cache(&options);
    if (options.from_memory)
        pages_free(&pages);
    return EXIT_SUCCESS;
}
