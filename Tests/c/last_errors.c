/* The error of a thread's last call, and memory that hooks return. */
#include "harness.h"
#include "pagers.h"
#include "processes.h"
#include "pulled.h"
#include "servers.h"

#include <pthread.h>
#include <stdlib.h>

TEST(a_thread_can_ask_for_the_error_of_its_last_call)
{
    int fd = 0;
    char *error = NULL;
    swiftpager_client *client = NULL;
    CHECK(swiftpager_last_error() == NULL);
    CHECK_STATUS(swiftpager_client_fd(NULL, &fd), SWIFTPAGER_INVALID_HANDLE);
    const char *last = swiftpager_last_error();
    CHECK_JSON(last, "/code", "\"INVALID_HANDLE\"");
    CHECK_CONTAINS(last, "the client is NULL");
    CHECK(swiftpager_last_error() == last);

    /* The same as error_json, where there is one. */
    CHECK_STATUS(swiftpager_client_create(NULL, "{\"endpoint\": 1}", NULL, &client, &error), SWIFTPAGER_INVALID_CONFIG);
    CHECK_TEXT(swiftpager_last_error(), error);
    CHECK_JSON(swiftpager_last_error(), "/path", "\"/endpoint\"");
    swiftpager_free(error);

    /* What knows neither a handle nor a failure leaves it. */
    CHECK(swiftpager_version() != NULL);
    CHECK_TEXT(swiftpager_status_name(SWIFTPAGER_OK), "OK");
    swiftpager_free(swiftpager_alloc(1));
    CHECK_JSON(swiftpager_last_error(), "/code", "\"INVALID_CONFIG\"");
    CHECK_OK(swiftpager_client_release(NULL));
    CHECK(swiftpager_last_error() == NULL);
}

TEST(also_statuses_without_an_error_object_have_a_last_error)
{
    char *error = NULL;
    swiftpager_update *update = NULL;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=1", &client);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, PULL);
    CHECK_STATUS(swiftpager_operation_next(operation, 0, &update, &error), SWIFTPAGER_TIMEOUT);
    CHECK(error == NULL);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"TIMEOUT\"");
    CHECK_OK(swiftpager_client_wake(client));
    CHECK_STATUS(swiftpager_operation_next(operation, -1, &update, &error), SWIFTPAGER_INTERRUPTED);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"INTERRUPTED\"");
    release_pulled(operation, pager, client);
}

static void *ask_on_a_thread(void *handle)
{
    int fd = 0;
    CHECK(swiftpager_last_error() == NULL);
    CHECK_STATUS(swiftpager_client_fd(handle, &fd), SWIFTPAGER_INVALID_HANDLE);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"INVALID_HANDLE\"");
    return NULL;
}

TEST(each_thread_has_a_last_error_of_its_own)
{
    pthread_t thread;
    swiftpager_pager *pager = NULL;
    CHECK_STATUS(swiftpager_pager_create(NULL, NULL, "{}", NULL, &pager, NULL), SWIFTPAGER_INVALID_HANDLE);
    const char *before = swiftpager_last_error();
    /* Under valgrind this shows that the thread's end frees it. */
    for (int round = 0; round < 3; round++) {
        REQUIRE_INTEGER(pthread_create(&thread, NULL, ask_on_a_thread, NULL), 0);
        pthread_join(thread, NULL);
    }
    CHECK(swiftpager_last_error() == before);
}

static void call_inside(void *user_data, const swiftpager_update *update)
{
    int fd = 0;
    (void)update;
    CHECK(swiftpager_last_error() == NULL);
    CHECK_STATUS(swiftpager_subscription_fd(user_data, &fd), SWIFTPAGER_INVALID_HANDLE);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"INVALID_HANDLE\"");
}

TEST(a_call_inside_a_callback_has_the_last_error_until_the_outer_call_returns)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/html-502", "bad=2", &client);
    REQUIRE_OK(swiftpager_pager_subscribe(pager, call_inside, NULL, NULL, NULL));
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    CHECK_OK(swiftpager_operation_wait(operation, -1, NULL));
    CHECK(swiftpager_last_error() == NULL);
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void call_in_destroy(void *user_data)
{
    int *calls = user_data;
    CHECK_OK(swiftpager_client_release(NULL));
    ++*calls;
}

TEST(a_refused_call_has_the_last_error_whatever_its_destroy_function_calls)
{
    int calls = 0;
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_STATUS(swiftpager_pager_fetch(pager, "no options", NULL, &calls, call_in_destroy, NULL, NULL),
                 SWIFTPAGER_INVALID_CONFIG);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"INVALID_CONFIG\"");
    CHECK_STATUS(swiftpager_pager_subscribe(NULL, NULL, &calls, call_in_destroy, NULL), SWIFTPAGER_INVALID_HANDLE);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"INVALID_HANDLE\"");
    CHECK_INTEGER(calls, 2);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(how_an_operation_failed_is_a_last_error_too)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/errors-null-data", "bad=1", &client);
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_GRAPHQL);
    CHECK(swiftpager_last_error() == NULL);
    swiftpager_operation *operation = start(swiftpager_pager_fetch, pager, NULL);
    CHECK_STATUS(swiftpager_operation_wait(operation, -1, NULL), SWIFTPAGER_GRAPHQL);
    CHECK_JSON(swiftpager_last_error(), "/errors/0/message", "\"The warehouse is closed.\"");
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void ask_in_a_child(void *client)
{
    int fd = 0;
    CHECK(swiftpager_last_error() == NULL);
    CHECK_STATUS(swiftpager_client_fd(client, &fd), SWIFTPAGER_FORKED);
    CHECK_JSON(swiftpager_last_error(), "/code", "\"FORKED\"");
    CHECK_OK(swiftpager_client_release(NULL));
    CHECK(swiftpager_last_error() == NULL);
}

TEST(a_forked_child_has_no_last_error_of_its_parent)
{
    swiftpager_client *client = make_client(dead_url());
    CHECK_STATUS(swiftpager_client_fd(client, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    const char *before = swiftpager_last_error();
    CHECK_INTEGER(run_in_child(ask_in_a_child, client), 0);
    CHECK(swiftpager_last_error() == before);
    CHECK_OK(swiftpager_client_release(client));
}

TEST(memory_for_a_hook_comes_from_the_library)
{
    const size_t sizes[] = {0, 1, 4096};
    for (size_t index = 0; index < COUNT_OF(sizes); index++) {
        char *memory = swiftpager_alloc(sizes[index]);
        REQUIRE(memory != NULL);
        memset(memory, 'x', sizes[index]);
        swiftpager_free(memory);
    }
    CHECK(swiftpager_alloc(SIZE_MAX) == NULL);
    CHECK(swiftpager_alloc(SIZE_MAX / 2) == NULL);
}
