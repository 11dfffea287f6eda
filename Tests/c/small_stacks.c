/* A caller with the stack that the header asks for: everything works on it. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <pthread.h>

/* What the header says. The C library puts a thread's own variables there too. */
#define STACK_BYTES (64 * 1024)

static void read_update(void *user_data, const swiftpager_update *update)
{
    int *updates = user_data;
    CHECK(swiftpager_page_item_count(swiftpager_update_last_page(update)) > 0);
    CHECK(swiftpager_update_output(update, NULL) != NULL);
    (*updates)++;
}

static void use_everything(const char *url)
{
    int updates = 0;
    swiftpager_client *client = make_client(url);
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, read_update, &updates, NULL, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(updates, 5);
    CHECK_STATE(pager, "/end", "\"complete\"");
    CHECK_RUN(swiftpager_pager_load_next, pager, "{\"no\": 1}", SWIFTPAGER_INVALID_CONFIG);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_shutdown(client, -1));
    CHECK_OK(swiftpager_client_release(client));
}

static void fail_everywhere(void)
{
    static const char *const troubles[] = {"/html-502", "/errors-null-data", "/truncated-json"};
    for (size_t index = 0; index < COUNT_OF(troubles); index++) {
        char *error = NULL;
        swiftpager_client *client = NULL;
        swiftpager_pager *pager = make_trouble_pager(troubles[index], "bad=1", &client);
        CHECK(run(swiftpager_pager_fetch, pager, NULL, &error) != SWIFTPAGER_OK);
        CHECK(error != NULL);
        swiftpager_free(error);
        CHECK_OK(swiftpager_pager_release(pager));
        CHECK_OK(swiftpager_client_release(client));
    }
}

/* What waits for its turn is read on this thread. */
static void walk_side_by_side(void)
{
    int updates = 0;
    swiftpager_client *client = make_client(trouble_url("/offsets", "pages=40"));
    swiftpager_pager *pager = make_pager(
        client, "query ($offset: Int) { list(offset: $offset) { items { id name } total } }",
        "\"retain\": \"none\", \"pagination\": {\"type\": \"offset\", \"connection\": \"/list\","
        " \"total\": \"/total\", \"concurrency\": 8, \"identity\": \"/id\"}");
    REQUIRE_OK(swiftpager_pager_subscribe(pager, read_update, &updates, NULL, NULL));
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(updates, 40);
    CHECK_STATE(pager, "/items_loaded", "400");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void *use_on_this_thread(void *unused)
{
    use_everything(trouble_url("/good", NULL));
    walk_side_by_side();
    fail_everywhere();
    return unused;
}

TEST(a_stack_of_64_kib_is_enough_for_a_caller)
{
    pthread_t thread;
    pthread_attr_t attributes;
    REQUIRE_INTEGER(pthread_attr_init(&attributes), 0);
    REQUIRE_INTEGER(pthread_attr_setstacksize(&attributes, STACK_BYTES), 0);
    REQUIRE_INTEGER(pthread_create(&thread, &attributes, use_on_this_thread, NULL), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
}
