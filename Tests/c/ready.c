/* swiftpager_client_ready(): one descriptor for all that a client pulls; the event loop's thread moves the requests. */
#include "harness.h"
#include "pagers.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>

enum { MOST_WALKS = 20,
       MOST_NAMED = 8 };

/* An event loop that has only the client's descriptor. */
struct loop {
    swiftpager_client *client;
    int fd;
    swiftpager_ready named[MOST_NAMED];
    size_t count;
};

static bool is_readable(int fd, int timeout_ms)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return poll(&poll_fd, 1, timeout_ms) == 1 && (poll_fd.revents & POLLIN) != 0;
}

static void take_turn(struct loop *loop, size_t most)
{
    REQUIRE_OK(swiftpager_client_ready(loop->client, loop->named, most, &loop->count));
    CHECK(loop->count <= most);
}

static struct loop make_loop(swiftpager_client *client)
{
    struct loop loop = {.client = client};
    REQUIRE_OK(swiftpager_client_fd(client, &loop.fd));
    take_turn(&loop, MOST_NAMED);
    return loop;
}

/* Sleeps and takes turns until something is named; ends the test after 20 seconds of silence. */
static void wait_for_name(struct loop *loop, size_t most)
{
    do {
        REQUIRE(is_readable(loop->fd, 20000));
        take_turn(loop, most);
    } while (loop->count == 0);
}

/* Whether turns name nothing, and the descriptor then stays silent. The library's thread may still be leaving its seat,
 * and asks for a turn in its place. */
static bool is_silent(struct loop *loop)
{
    for (int turn = 0; turn < 10000; turn++) {
        if (!is_readable(loop->fd, 50))
            return true;
        take_turn(loop, MOST_NAMED);
        if (loop->count > 0)
            return false;
    }
    return false;
}

/* A walk and the page that comes next. */
struct walk {
    swiftpager_pager *pager;
    swiftpager_operation *operation;
    int page;
    swiftpager_status end;
};

static struct walk begin_walk(swiftpager_client *client)
{
    struct walk walk = {.pager = make_pager(client, ITEMS_QUERY, ""), .page = 1};
    walk.operation = start_walk(walk.pager, NULL);
    return walk;
}

/* Pulls once what was named. */
static void pull_page(struct walk *walk)
{
    swiftpager_update *update = NULL;
    walk->end = swiftpager_operation_next(walk->operation, 0, &update, NULL);
    if (update != NULL) {
        CHECK_PAGE(swiftpager_update_page(update, NULL), walk->page++);
        CHECK_OK(swiftpager_update_release(update));
        return;
    }
    CHECK(walk->end != SWIFTPAGER_TIMEOUT);
    CHECK_OK(swiftpager_operation_release(walk->operation));
    walk->operation = NULL;
}

static struct walk *find_walk(struct walk *walks, size_t count, const swiftpager_operation *operation)
{
    for (size_t index = 0; index < count; index++)
        if (walks[index].operation == operation)
            return &walks[index];
    return NULL;
}

/* Runs the loop until all walks have ended. */
static void run_loop(struct loop *loop, struct walk *walks, size_t count)
{
    for (size_t running = count; running > 0;) {
        wait_for_name(loop, MOST_NAMED);
        for (size_t index = 0; index < loop->count; index++) {
            CHECK(loop->named[index].subscription == NULL);
            struct walk *walk = find_walk(walks, count, loop->named[index].operation);
            REQUIRE(walk != NULL);
            pull_page(walk);
            running -= walk->operation == NULL;
        }
    }
}

static void release_walk(struct walk *walk)
{
    if (walk->operation != NULL)
        CHECK_OK(swiftpager_operation_release(walk->operation));
    CHECK_OK(swiftpager_pager_release(walk->pager));
}

TEST(one_descriptor_and_the_turns_of_a_loop_serve_many_walks)
{
    swiftpager_client *client = make_client(trouble_url("/good", "pages=8"));
    struct loop loop = make_loop(client);
    struct walk walks[MOST_WALKS];
    for (size_t index = 0; index < MOST_WALKS; index++) walks[index] = begin_walk(client);
    run_loop(&loop, walks, MOST_WALKS);
    for (size_t index = 0; index < MOST_WALKS; index++) {
        CHECK_OK(walks[index].end);
        CHECK_INTEGER(walks[index].page, 9);
        release_walk(&walks[index]);
    }
    CHECK(is_silent(&loop));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(walks_that_began_before_the_first_turn_are_named_too)
{
    swiftpager_client *client = make_client(trouble_url("/good", "pages=2"));
    struct walk walks[2] = {begin_walk(client), begin_walk(client)};
    CHECK(wait_for_requests(2));
    wait_a_moment();
    struct loop loop = {.client = client};
    REQUIRE_OK(swiftpager_client_fd(client, &loop.fd));
    CHECK(!is_readable(loop.fd, 0));
    take_turn(&loop, 0);
    CHECK(is_readable(loop.fd, 0));
    run_loop(&loop, walks, 2);
    for (size_t index = 0; index < 2; index++) {
        CHECK_INTEGER(walks[index].page, 3);
        release_walk(&walks[index]);
    }
    CHECK_OK(swiftpager_client_release(client));
}

TEST(what_waits_longest_is_named_first_and_again_until_it_is_pulled)
{
    swiftpager_client *client = make_client(trouble_url("/good", "pages=3"));
    struct loop loop = make_loop(client);
    struct walk first = begin_walk(client);
    wait_for_name(&loop, 1);
    CHECK(loop.named[0].operation == first.operation);
    struct walk second = begin_walk(client);
    /* The second one is ready: it was not named, so the descriptor says so. */
    CHECK(is_readable(loop.fd, 20000));
    do take_turn(&loop, 2);
    while (loop.count < 2);
    CHECK(loop.named[0].operation == first.operation);
    CHECK(loop.named[1].operation == second.operation);
    take_turn(&loop, 1);
    CHECK(loop.named[0].operation == first.operation);
    pull_page(&first);
    /* Its next page has waited for less time. */
    do take_turn(&loop, 2);
    while (loop.count < 2);
    CHECK(loop.named[0].operation == second.operation);
    CHECK(loop.named[1].operation == first.operation);
    release_walk(&first);
    release_walk(&second);
    take_turn(&loop, 2);
    CHECK_INTEGER(loop.count, 0);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_end_of_a_walk_is_named_until_it_is_pulled_and_not_after)
{
    swiftpager_update *update = NULL;
    swiftpager_client *client = make_client(trouble_url("/good", "pages=1"));
    struct loop loop = make_loop(client);
    struct walk walk = begin_walk(client);
    wait_for_name(&loop, 1);
    pull_page(&walk);
    wait_for_name(&loop, 1);
    CHECK(loop.named[0].operation == walk.operation);
    CHECK_OK(swiftpager_operation_next(walk.operation, 0, &update, NULL));
    CHECK(update == NULL);
    take_turn(&loop, 1);
    CHECK_INTEGER(loop.count, 0);
    CHECK(is_silent(&loop));
    release_walk(&walk);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_turn_runs_no_callback_and_names_what_waits_for_one)
{
    struct recorder recorder = {0};
    swiftpager_update *update = NULL;
    swiftpager_subscription *pulled = NULL;
    swiftpager_client *client = make_client(trouble_url("/good", "pages=1"));
    struct loop loop = make_loop(client);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, NULL, NULL, NULL, &pulled));
    subscribe_recorder(&recorder, pager);
    swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, NULL);
    wait_for_name(&loop, MOST_NAMED);
    CHECK_TEXT(recorder.history, "");
    CHECK(loop.named[0].operation == NULL);
    CHECK(loop.named[0].subscription == pulled);
    while (recorder.history[0] == 0) {
        take_turn(&loop, MOST_NAMED);
        CHECK_OK(swiftpager_client_dispatch(client, 0, 0, NULL));
    }
    CHECK_TEXT(recorder.history, "U");
    /* A turn may come between the update for the callback and that of the other subscription. */
    CHECK_OK(swiftpager_subscription_next(pulled, -1, &update));
    CHECK_PAGE(swiftpager_update_page(update, NULL), 1);
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_subscription_release(pulled));
    CHECK_OK(swiftpager_operation_release(fetch));
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(walks_that_are_left_untaken_hide_no_other)
{
    struct walk left[MOST_NAMED];
    swiftpager_client *client = make_client(trouble_url("/good", "pages=4"));
    struct loop loop = make_loop(client);
    for (size_t index = 0; index < MOST_NAMED; index++) left[index] = begin_walk(client);
    for (size_t known = 0; known < MOST_NAMED;) {
        wait_for_name(&loop, MOST_NAMED);
        known = loop.count;
    }
    struct walk walk = begin_walk(client);
    for (int turns = 0; walk.operation != NULL; turns++) {
        REQUIRE(turns < 1000 && is_readable(loop.fd, 20000));
        take_turn(&loop, MOST_NAMED);
        for (size_t index = 0; index < loop.count; index++)
            if (loop.named[index].operation == walk.operation)
                pull_page(&walk);
    }
    CHECK_OK(walk.end);
    CHECK_INTEGER(walk.page, 5);
    release_walk(&walk);
    for (size_t index = 0; index < MOST_NAMED; index++) release_walk(&left[index]);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(the_thread_of_the_library_goes_on_when_the_turns_stop)
{
    swiftpager_client *client = make_client(trouble_url("/good", "pages=4"));
    struct loop loop = make_loop(client);
    struct walk walk = begin_walk(client);
    wait_for_name(&loop, 1);
    /* The request for the second page has left, and neither a turn nor a pull reads the answer. */
    pull_page(&walk);
    CHECK(wait_for_requests(3));
    for (int page = 2; page <= 4; page++) expect_page(walk.operation, page);
    expect_end(walk.operation, SWIFTPAGER_OK);
    release_walk(&walk);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_retry_and_a_time_limit_come_in_turns)
{
    swiftpager_client *client = make_client_with(trouble_url("/html-502", "bad=2&once=1&pages=3"),
                                                 "\"retry\": {\"max_attempts\": 3, \"base_delay_ms\": 20}");
    struct loop loop = make_loop(client);
    struct walk walk = begin_walk(client);
    run_loop(&loop, &walk, 1);
    CHECK_OK(walk.end);
    CHECK_INTEGER(walk.page, 4);
    release_walk(&walk);
    CHECK_OK(swiftpager_client_release(client));

    client = make_client_with(trouble_url("/stall", "bad=2"), "\"timeout_ms\": 300, \"retry\": {\"enabled\": false}");
    loop = make_loop(client);
    walk = begin_walk(client);
    run_loop(&loop, &walk, 1);
    CHECK_STATUS(walk.end, SWIFTPAGER_NETWORK);
    CHECK_INTEGER(walk.page, 2);
    release_walk(&walk);
    CHECK_OK(swiftpager_client_release(client));
}

static void name_inside(void *client, const swiftpager_update *update)
{
    struct loop loop = {.client = client};
    (void)update;
    CHECK_STATUS(swiftpager_client_ready(client, loop.named, MOST_NAMED, &loop.count), SWIFTPAGER_OK);
}

TEST(a_turn_inside_a_callback_only_names)
{
    swiftpager_subscription *subscription = NULL;
    swiftpager_client *client = make_client(trouble_url("/good", "pages=3"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, name_inside, client, NULL, &subscription));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_subscription_release(subscription));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void *pull_all(void *argument)
{
    struct walk *walk = argument;
    swiftpager_update *update = NULL;
    while (swiftpager_operation_next(walk->operation, -1, &update, NULL) == SWIFTPAGER_OK && update != NULL) {
        walk->page++;
        swiftpager_update_release(update);
    }
    return NULL;
}

TEST(threads_that_wait_and_a_loop_that_has_turns_share_a_client)
{
    pthread_t threads[3];
    struct walk waited[3], walks[3];
    swiftpager_client *client = make_client(trouble_url("/good", "pages=20&size=2"));
    struct loop loop = make_loop(client);
    for (size_t index = 0; index < 3; index++) {
        waited[index] = begin_walk(client);
        walks[index] = begin_walk(client);
        REQUIRE(pthread_create(&threads[index], NULL, pull_all, &waited[index]) == 0);
    }
    for (size_t running = 3; running > 0;) {
        wait_for_name(&loop, MOST_NAMED);
        for (size_t index = 0; index < loop.count; index++) {
            struct walk *walk = find_walk(walks, 3, loop.named[index].operation);
            if (walk == NULL)
                continue;
            swiftpager_update *update = NULL;
            CHECK_OK(swiftpager_operation_next(walk->operation, 0, &update, NULL));
            walk->page += update != NULL;
            if (update != NULL) {
                CHECK_OK(swiftpager_update_release(update));
                continue;
            }
            CHECK_OK(swiftpager_operation_release(walk->operation));
            walk->operation = NULL;
            running--;
        }
    }
    for (size_t index = 0; index < 3; index++) {
        REQUIRE(pthread_join(threads[index], NULL) == 0);
        CHECK_INTEGER(waited[index].page, 21);
        CHECK_INTEGER(walks[index].page, 21);
        release_walk(&waited[index]);
        release_walk(&walks[index]);
    }
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_client_that_is_closed_names_the_ends_of_its_walks)
{
    swiftpager_client *client = make_client(trouble_url("/gated", NULL));
    struct loop loop = make_loop(client);
    struct walk walk = begin_walk(client);
    CHECK(wait_for_requests(1));
    CHECK_OK(swiftpager_client_close(client, -1));
    wait_for_name(&loop, 1);
    CHECK(loop.named[0].operation == walk.operation);
    pull_page(&walk);
    CHECK_STATUS(walk.end, SWIFTPAGER_CANCELLED);
    release_walk(&walk);
    CHECK_OK(swiftpager_client_release(client));
}
