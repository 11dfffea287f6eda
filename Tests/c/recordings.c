/* Recordings: every exchange in a file, and the file in place of the network. */
#include "harness.h"
#include "hosts.h"
#include "pagers.h"
#include "servers.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[64];

/* The path of a file of this test's own. */
static const char *recording_path(void)
{
    snprintf(path, sizeof path, "/tmp/swiftpager-recording-%d.jsonl", (int)getpid());
    unlink(path);
    return path;
}

/* A member of a client's config. */
static const char *member(const char *key)
{
    static char text[128];
    snprintf(text, sizeof text, "\"%s\": \"%s\"", key, path);
    return text;
}

static char *content(void)
{
    FILE *file = fopen(path, "r");
    REQUIRE(file != NULL);
    char *text = calloc(1, 1 << 20);
    REQUIRE(text != NULL);
    CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static swiftpager_status create(const char *config, const swiftpager_transport *transport, char **error)
{
    swiftpager_client *client = NULL;
    swiftpager_status status = swiftpager_client_create(NULL, config, transport, &client, error);
    CHECK_OK(swiftpager_client_release(client));
    return status;
}

TEST(a_walk_is_recorded_and_replayed_without_a_network)
{
    recording_path();
    swiftpager_client *client = make_client_with(trouble_url("/good", NULL), member("record"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(server_requests(), 5);

    client = make_client_with(dead_url(), member("replay"));
    pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_held", "5");
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_pager_current(pager, &update));
    for (int number = 1; number <= 5; number++) {
        CHECK_PAGE(swiftpager_update_page_at(update, (size_t)number - 1), number);
    }
    CHECK_OK(swiftpager_update_release(update));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    CHECK_INTEGER(server_requests(), 5);
    unlink(path);
}

TEST(a_request_that_was_not_recorded_shows_the_nearest)
{
    recording_path();
    swiftpager_client *client = make_client_with(trouble_url("/good", NULL), member("record"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));

    char *error = NULL;
    client = make_client_with(dead_url(), member("replay"));
    pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_NOT_RECORDED);
    CHECK_JSON(error, "/code", "\"NOT_RECORDED\"");
    CHECK_CONTAINS(error, "the nearest is on line 2");
    CHECK_CONTAINS(error, "`after`");
    CHECK_STATE(pager, "/pages_held", "1");
    swiftpager_free(error);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    unlink(path);
}

TEST(a_hosts_transport_is_recorded_too)
{
    recording_path();
    struct host host = {0};
    swiftpager_client *client = make_host_client(&host, member("record"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(host.request_count, HOST_PAGES);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));

    client = make_client_with(dead_url(), member("replay"));
    pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_held", "5");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    unlink(path);
}

TEST(a_library_thread_delivers_what_is_recorded_and_replayed)
{
    char members[256];
    for (int round = 0; round < 2; round++) {
        if (round == 0) recording_path();
        snprintf(members, sizeof members, "%s, \"delivery\": \"thread\"", member(round == 0 ? "record" : "replay"));
        swiftpager_client *client = make_client_with(round == 0 ? trouble_url("/good", NULL) : dead_url(), members);
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
        CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
        CHECK_STATE(pager, "/pages_held", "5");
        CHECK_OK(swiftpager_client_close(client, 10000));
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
    unlink(path);
}

TEST(what_cannot_be_recorded_or_replayed_is_refused)
{
    struct {
        const char *config;
        swiftpager_status status;
        const char *path;
        const char *message;
    } const refused[] = {
        {"{\"endpoint\": \"http://localhost/\", \"record\": \"/a\", \"replay\": \"/a\"}", SWIFTPAGER_INVALID_CONFIG,
         "\"/replay\"", "record and replay at once"},
        {"{\"endpoint\": \"http://localhost/\", \"record\": \"/nowhere/a\"}", SWIFTPAGER_RECORDING_FAILED, NULL,
         "the recording /nowhere/a cannot be written: No such file or directory"},
        {"{\"endpoint\": \"http://localhost/\", \"replay\": \"/nowhere/a\"}", SWIFTPAGER_RECORDING_FAILED, NULL,
         "the recording /nowhere/a cannot be read: No such file or directory"},
        {"{\"endpoint\": \"http://localhost/\", \"record\": \"/dev/full\"}", SWIFTPAGER_RECORDING_FAILED, NULL,
         "/dev/full is not a regular file"},
        {"{\"endpoint\": \"http://localhost/\", \"replay\": \"/dev/zero\"}", SWIFTPAGER_RECORDING_FAILED, NULL,
         "/dev/zero is not a regular file"},
    };
    for (size_t index = 0; index < COUNT_OF(refused); index++) {
        char *error = NULL;
        CHECK_STATUS(create(refused[index].config, NULL, &error), refused[index].status);
        CHECK_CONTAINS(error, refused[index].message);
        CHECK_JSON(error, "/path", refused[index].path);
        swiftpager_free(error);
    }
}

TEST(a_hosts_transport_does_not_replay)
{
    struct host host = {0};
    swiftpager_transport transport = host_transport(&host);
    char *error = NULL;
    CHECK_STATUS(create("{\"endpoint\": \"http://localhost/\", \"replay\": \"/a\"}", &transport, &error),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(error, "/path", "\"/replay\"");
    CHECK_INTEGER(host.destroy_count, 1);
    swiftpager_free(error);
}

TEST(a_client_that_goes_at_once_leaves_a_recording)
{
    recording_path();
    for (int round = 0; round < round_count(20, 500); round++) {
        swiftpager_client *client = make_client_with(trouble_url("/good", NULL), member("record"));
        swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
        swiftpager_operation *operation = start(swiftpager_pager_load_all, pager, NULL);
        /* Some get further than others. */
        swiftpager_operation_wait(operation, round % 3, NULL);
        CHECK_OK(swiftpager_client_release(client));
        CHECK_OK(swiftpager_operation_release(operation));
        CHECK_OK(swiftpager_pager_release(pager));
    }
    char *text = content();
    CHECK_CONTAINS(text, "swiftpager_recording");
    CHECK(text[strlen(text) - 1] == '\n');
    free(text);
    unlink(path);
}

TEST(a_strict_pager_ends_at_a_page_with_errors_and_keeps_it)
{
    char *error = NULL;
    swiftpager_client *client = make_client(trouble_url("/partial", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"errors\": \"fail\"");
    CHECK_STATUS(run(swiftpager_pager_load_all, pager, NULL, &error), SWIFTPAGER_GRAPHQL);
    CHECK_JSON(error, "/errors/0/extensions/code", "\"FORBIDDEN\"");
    CHECK_STATE(pager, "/pages_held", "2");
    CHECK_CAN_LOAD(pager, true, false);
    swiftpager_free(error);
    CHECK_RUN(swiftpager_pager_load_all, pager, GO_ON, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/pages_held", "5");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_strict_pager_tells_its_puller_of_the_page_and_then_of_the_errors)
{
    swiftpager_client *client = make_client(trouble_url("/partial", NULL));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "\"errors\": \"fail\", \"retain\": \"none\"");
    swiftpager_operation *walk = start_walk(pager, NULL);
    swiftpager_update *update = NULL;
    for (int number = 1; number <= 2; number++) {
        REQUIRE_OK(swiftpager_operation_next(walk, -1, &update, NULL));
        REQUIRE(update != NULL);
        CHECK_OK(swiftpager_update_status(update));
        CHECK(number == 1 || swiftpager_page_errors(swiftpager_update_page(update, NULL), NULL) != NULL);
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK_STATUS(swiftpager_operation_next(walk, -1, &update, NULL), SWIFTPAGER_GRAPHQL);
    CHECK(update == NULL);
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
