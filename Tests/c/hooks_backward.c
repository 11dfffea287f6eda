/* Hooks of lists that are read backward, or both ways: rows C, D and E of the reference's behaviours, with functions of
 * the host in place of what the document says. */
#include "harness.h"
#include "hosts.h"
#include "lists.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* The page infos stand under names that nothing but the hooks knows. */
#define HIDDEN " nodes { name } info: pageInfo { a: hasNextPage b: endCursor c: hasPreviousPage d: startCursor } } }"
#define BACKWARD \
    "query ($last: Int, $before: String) { products(last: $last, before: $before) {" HIDDEN
#define BOTH_WAYS \
    "query ($first: Int, $after: String, $last: Int, $before: String) {" \
    " products(first: $first, after: $after, last: $last, before: $before) {" HIDDEN
#define PLACES "\"connection\": \"/products\", \"items\": \"/nodes\""

/* What the hooks were called for, one letter each: I extract_page_info for the initial page, E for another one; N
 * resolve_page for a next page, P for a previous one. */
struct hooks {
    char history[64];
    /* The direction for which resolve_page knows no query; KIND_NONE: it knows both. */
    swiftpager_kind unknown;
    int destroys;
};

static void note(struct hooks *hooks, char letter)
{
    size_t length = strlen(hooks->history);
    if (length + 1 < sizeof hooks->history) hooks->history[length] = letter;
}

static swiftpager_status extract(void *user_data, const char *page_json, size_t length, bool is_initial,
                                 char **out_json)
{
    json_t *page = json_loadb(page_json, length, 0, NULL);
    json_t *next = NULL, *end = NULL, *previous = NULL, *start = NULL;
    note(user_data, is_initial ? 'I' : 'E');
    REQUIRE_INTEGER(json_unpack(page, "{s:{s:{s:{s:o, s:o, s:o, s:o}}}}", "data", "products", "info", "a", &next, "b",
                                &end, "c", &previous, "d", &start),
                    0);
    json_t *made = json_pack("{s:O, s:O, s:O, s:O}", "can_load_next", next, "end_cursor", end, "can_load_previous",
                             previous, "start_cursor", start);
    char *text = json_dumps(made, 0);
    json_decref(made);
    json_decref(page);
    return give_text(out_json, text);
}

/* Pages of two products. */
static swiftpager_status resolve(void *user_data, const char *page_info_json, swiftpager_kind direction,
                                 char **out_json)
{
    struct hooks *hooks = user_data;
    json_t *info = json_loads(page_info_json, 0, NULL);
    bool is_next = direction == SWIFTPAGER_KIND_NEXT;
    CHECK(is_next || direction == SWIFTPAGER_KIND_PREVIOUS);
    note(hooks, is_next ? 'N' : 'P');
    json_t *made = json_pack("{s:{s:i, s:O}}", "variables", is_next ? "first" : "last", 2,
                             is_next ? "after" : "before",
                             json_object_get(info, is_next ? "end_cursor" : "start_cursor"));
    char *text = direction == hooks->unknown ? NULL : json_dumps(made, 0);
    json_decref(made);
    json_decref(info);
    return give_text(out_json, text);
}

static void destroy(void *user_data)
{
    ((struct hooks *)user_data)->destroys++;
}

/* A pager of the shop with those of the hooks that are wanted. */
struct walk {
    struct hooks hooks;
    struct recorder recorder;
    swiftpager_client *client;
    swiftpager_pager *pager;
};

static void open_walk(struct walk *walk, const char *query, const char *variables, const char *pagination,
                      const char *wanted)
{
    char config[1536];
    swiftpager_pager_hooks hooks = {.struct_size = sizeof hooks, .user_data = &walk->hooks, .destroy = destroy};
    if (strchr(wanted, 'E') != NULL) hooks.extract_page_info = extract;
    if (strchr(wanted, 'R') != NULL) hooks.resolve_page = resolve;
    walk->client = make_client(shop_url());
    snprintf(config, sizeof config, "{\"query\": \"%s\", %s%s%s%s}", query, variables,
             pagination[0] == '\0' ? "" : ", \"pagination\": {", pagination, pagination[0] == '\0' ? "" : "}");
    REQUIRE_OK(swiftpager_pager_create(walk->client, NULL, config, &hooks, &walk->pager, NULL));
    subscribe_recorder(&walk->recorder, walk->pager);
}

static void close_walk(struct walk *walk, const char *history)
{
    CHECK_TEXT(walk->hooks.history, history);
    forget_updates(&walk->recorder);
    CHECK_OK(swiftpager_pager_release(walk->pager));
    CHECK_OK(swiftpager_client_release(walk->client));
    CHECK_INTEGER(walk->hooks.destroys, 1);
}

/* Loads two previous pages of two before the products 6 and 7, and one of product 1. */
static void check_backward(struct walk *walk)
{
    CHECK_RUN(swiftpager_pager_fetch, walk->pager, NULL, SWIFTPAGER_OK);
    CHECK_PRODUCTS(swiftpager_update_page(newest_update(&walk->recorder), NULL), SWIFTPAGER_KIND_INITIAL, 6, 7);
    for (int first = 4; first >= 2; first -= 2) {
        bool can_load = false;
        CHECK_OK(swiftpager_pager_can_load(walk->pager, SWIFTPAGER_KIND_PREVIOUS, &can_load));
        CHECK(can_load);
        CHECK_RUN(swiftpager_pager_load_previous, walk->pager, NULL, SWIFTPAGER_OK);
        CHECK_PRODUCTS(swiftpager_update_page(newest_update(&walk->recorder), NULL), SWIFTPAGER_KIND_PREVIOUS, first,
                       first + 1);
    }
    CHECK_RUN(swiftpager_pager_load_previous, walk->pager, NULL, SWIFTPAGER_OK);
    CHECK_PRODUCTS(swiftpager_update_page_at(newest_update(&walk->recorder), 0), SWIFTPAGER_KIND_PREVIOUS, 1, 1);
    CHECK_RUN(swiftpager_pager_load_previous, walk->pager, NULL, SWIFTPAGER_PAGE_HAS_NO_MORE_CONTENT);
}

TEST(c2_hooks_go_back_from_the_first_page_of_a_reverse_list)
{
    struct walk both = {0}, extracting = {0}, resolving = {0};
    open_walk(&both, BACKWARD, opened_before(8, 2), PLACES, "ER");
    /* There are next pages too, and resolve_page would ask for them with variables that the query does not have. */
    both.hooks.unknown = SWIFTPAGER_KIND_NEXT;
    check_backward(&both);
    close_walk(&both, "INPEPEPE");

    open_walk(&extracting, BACKWARD, opened_before(8, 2), PLACES, "E");
    check_backward(&extracting);
    close_walk(&extracting, "IEEE");

    open_walk(&resolving, REVERSE_QUERY, opened_before(8, 2), "", "R");
    check_backward(&resolving);
    close_walk(&resolving, "PPP");
}

/* From the products 500 and 501, opened with the cursor of 499; `wanted_next` of a walk forward. */
static void check_both_ways(struct walk *walk)
{
    CHECK_RUN(swiftpager_pager_fetch, walk->pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, walk->pager, NULL, SWIFTPAGER_OK);
    CHECK_PRODUCTS(swiftpager_update_page(newest_update(&walk->recorder), NULL), SWIFTPAGER_KIND_NEXT, 502, 503);
    CHECK_RUN(swiftpager_pager_load_previous, walk->pager, NULL, SWIFTPAGER_OK);
    CHECK_PRODUCTS(swiftpager_update_page(newest_update(&walk->recorder), NULL), SWIFTPAGER_KIND_PREVIOUS, 498, 499);
    CHECK_RUN(swiftpager_pager_load_previous, walk->pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_next, walk->pager, NULL, SWIFTPAGER_OK);
    const swiftpager_update *update = newest_update(&walk->recorder);
    REQUIRE_INTEGER(swiftpager_update_page_count(update), 5);
    for (size_t index = 0; index < 5; index++) {
        swiftpager_kind kind = index < 2 ? SWIFTPAGER_KIND_PREVIOUS : index == 2 ? SWIFTPAGER_KIND_INITIAL
                                                                                 : SWIFTPAGER_KIND_NEXT;
        CHECK_PRODUCTS(swiftpager_update_page_at(update, index), kind, 496 + 2 * (int)index, 497 + 2 * (int)index);
    }
}

TEST(d2_hooks_walk_both_ways_from_the_middle)
{
    struct walk both = {0}, extracting = {0}, resolving = {0};
    open_walk(&both, BOTH_WAYS, opened_after(499, 2), PLACES, "ER");
    check_both_ways(&both);
    close_walk(&both, "INPENEPEPEN");

    open_walk(&extracting, BOTH_WAYS, opened_after(499, 2), PLACES, "E");
    check_both_ways(&extracting);
    close_walk(&extracting, "IEEEE");

    open_walk(&resolving, BOTH_WAYS_QUERY, opened_after(499, 2), "", "R");
    check_both_ways(&resolving);
    close_walk(&resolving, "NPNPPN");
}

TEST(e4_load_all_with_hooks_takes_next_pages_first_and_then_previous_ones)
{
    static const char *const HISTORIES[] = {"INPENEEPEP", "NPNPP"};
    for (int extracts = 0; extracts < 2; extracts++) {
        struct walk walk = {0};
        open_walk(&walk, extracts ? BOTH_WAYS : BOTH_WAYS_QUERY, opened_after(995, 2), extracts ? PLACES : "",
                  extracts ? "ER" : "R");
        CHECK_RUN(swiftpager_pager_load_all, walk.pager, "{\"max_pages\": 5}", SWIFTPAGER_PAGE_LIMIT);
        CHECK_TEXT(walk.recorder.history, "UUUUUF");
        const swiftpager_update *update = walk.recorder.updates[4];
        CHECK_PRODUCTS(swiftpager_update_page_at(update, 0), SWIFTPAGER_KIND_PREVIOUS, 992, 993);
        CHECK_PRODUCTS(swiftpager_update_page_at(update, 4), SWIFTPAGER_KIND_NEXT, 1000, 1000);
        CHECK_STATE(walk.pager, "/ends", "{\"next\": \"complete\", \"previous\": null}");
        close_walk(&walk, HISTORIES[!extracts]);
    }
}

TEST(e3_load_all_with_hooks_walks_a_reverse_list_to_its_beginning)
{
    struct walk walk = {0};
    open_walk(&walk, BACKWARD, opened_before(8, 2), PLACES, "E");
    CHECK_RUN(swiftpager_pager_load_all, walk.pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(walk.pager, "/items_loaded", "7");
    CHECK_STATE(walk.pager, "/ends", "{\"next\": \"complete\", \"previous\": \"complete\"}");
    close_walk(&walk, "IEEE");
}

/* One direction without a query does not concern the other. */
TEST(a_hook_may_know_a_query_for_one_direction_only)
{
    for (int extracts = 0; extracts < 2; extracts++) {
        struct walk forward = {0}, backward = {0};
        const char *query = extracts ? BOTH_WAYS : BOTH_WAYS_QUERY, *wanted = extracts ? "ER" : "R";
        open_walk(&forward, query, opened_after(499, 2), extracts ? PLACES : "", wanted);
        forward.hooks.unknown = SWIFTPAGER_KIND_PREVIOUS;
        CHECK_RUN(swiftpager_pager_fetch, forward.pager, NULL, SWIFTPAGER_OK);
        CHECK_CAN_LOAD(forward.pager, true, true);
        CHECK_RUN(swiftpager_pager_load_previous, forward.pager, NULL, SWIFTPAGER_NO_QUERY);
        CHECK_RUN(swiftpager_pager_load_next, forward.pager, NULL, SWIFTPAGER_OK);
        CHECK_STATE(forward.pager, "/items_loaded", "4");
        close_walk(&forward, extracts ? "INPEN" : "NPN");

        open_walk(&backward, query, opened_after(2, 2), extracts ? PLACES : "", wanted);
        backward.hooks.unknown = SWIFTPAGER_KIND_NEXT;
        CHECK_RUN(swiftpager_pager_fetch, backward.pager, NULL, SWIFTPAGER_OK);
        CHECK_CAN_LOAD(backward.pager, true, true);
        CHECK_RUN(swiftpager_pager_load_next, backward.pager, NULL, SWIFTPAGER_NO_QUERY);
        CHECK_RUN(swiftpager_pager_load_previous, backward.pager, NULL, SWIFTPAGER_OK);
        CHECK_CAN_LOAD(backward.pager, true, false);
        CHECK_STATE(backward.pager, "/items_loaded", "4");
        close_walk(&backward, extracts ? "INPE" : "NP");
    }
}
