/* swiftpager_operation_arrow_stream: a walk as batches, its ends and its failures, and waits that can be ended. */
#include "arrow.h"
#include "harness.h"
#include "pagers.h"
#include "processes.h"
#include "pulled.h"
#include "recorder.h"
#include "servers.h"

#include <errno.h>
#include <pthread.h>

static struct ArrowArrayStream stream;

/* Begins a walk as a stream; its handle is still to be given back. */
static swiftpager_operation *begin_stream(swiftpager_pager *pager, const char *columns)
{
    swiftpager_operation *walk = start_walk(pager, NULL);
    char *error = NULL;
    REQUIRE_OK(swiftpager_operation_arrow(walk, columns, false, &stream, &error));
    CHECK(error == NULL);
    return walk;
}

/* Takes a batch, and compares how many rows it has and the first one's id. */
static void expect_rows(int64_t rows, const char *first)
{
    struct ArrowArray array;
    REQUIRE_INTEGER(stream.get_next(&stream, &array), 0);
    REQUIRE(array.release != NULL);
    CHECK_INTEGER(array.length, rows);
    check_string_at(array.children[0], 0, first);
    array.release(&array);
}

static void expect_failure(int number, const char *text)
{
    struct ArrowArray array;
    CHECK_INTEGER(stream.get_next(&stream, &array), number);
    CHECK(array.release == NULL);
    CHECK_CONTAINS(stream.get_last_error(&stream), text);
}

static void expect_end_of_stream(void)
{
    struct ArrowArray array;
    for (int round = 0; round < 2; round++) {
        CHECK_INTEGER(stream.get_next(&stream, &array), 0);
        CHECK(array.release == NULL);
        CHECK(stream.get_last_error(&stream) == NULL);
    }
}

static void release_all(swiftpager_operation *walk, swiftpager_pager *pager, swiftpager_client *client)
{
    stream.release(&stream);
    CHECK(stream.release == NULL);
    release_pulled(walk, pager, client);
}

TEST(a_stream_has_batches_of_pages)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=20&size=1000", &client);
    swiftpager_operation *walk = begin_stream(pager, NULL);
    struct ArrowSchema schema;
    REQUIRE_INTEGER(stream.get_schema(&stream, &schema), 0);
    CHECK_INTEGER(schema.n_children, 2);
    CHECK_TEXT(schema.children[0]->name, "id");
    CHECK_TEXT(schema.children[1]->format, "u");
    schema.release(&schema);
    expect_rows(2000, "1");
    expect_rows(8000, "2001");
    expect_rows(9000, "10001");
    expect_rows(1000, "19001");
    expect_end_of_stream();
    REQUIRE_INTEGER(stream.get_schema(&stream, &schema), 0);
    schema.release(&schema);
    release_all(walk, pager, client);
}

/* The place of a resume token, as the number of pages that it covers. */
static void expect_covered(swiftpager_pager *pager, const char *pages)
{
    char *token = NULL;
    REQUIRE_OK(swiftpager_pager_resume_token(pager, &token));
    CHECK_CONTAINS(token, pages);
    swiftpager_free(token);
}

TEST(a_token_covers_the_batches_that_are_finished_with)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=20&size=1000", &client);
    swiftpager_operation *walk = begin_stream(pager, NULL);
    CHECK_OK(swiftpager_operation_arrow_finish(walk));
    expect_rows(2000, "1");
    expect_covered(pager, "\"pages\":0");
    CHECK_OK(swiftpager_operation_arrow_finish(walk));
    expect_covered(pager, "\"pages\":2,");
    CHECK_OK(swiftpager_operation_arrow_finish(walk));
    expect_rows(8000, "2001");
    expect_covered(pager, "\"pages\":2,");
    expect_rows(9000, "10001");
    expect_covered(pager, "\"pages\":10,");
    expect_rows(1000, "19001");
    expect_covered(pager, "\"pages\":19,");
    expect_end_of_stream();
    expect_covered(pager, "\"pages\":20,");
    stream.release(&stream);
    CHECK_STATUS(swiftpager_operation_arrow_finish(walk), SWIFTPAGER_INVALID_ARGUMENT);
    release_pulled(walk, pager, client);
    /* If a table that fits all rows fails, the caller gets no row. */
    pager = make_trouble_pager("/html-502", "bad=3", &client);
    walk = start_walk(pager, NULL);
    REQUIRE_OK(swiftpager_operation_arrow(walk, NULL, true, &stream, NULL));
    expect_rows(20, "1");
    expect_failure(EIO, "HTTP: ");
    expect_covered(pager, "\"pages\":0");
    release_all(walk, pager, client);
}

TEST(a_first_batch_is_one_page_where_all_types_are_given)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=20&size=100", &client);
    swiftpager_operation *walk = begin_stream(pager, "{\"id\": {\"type\": \"string\"}}");
    expect_rows(100, "1");
    expect_rows(400, "101");
    expect_rows(1500, "501");
    expect_end_of_stream();
    release_all(walk, pager, client);
}

TEST(a_stream_that_fits_all_rows_waits_for_them)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=20&size=1000", &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    REQUIRE_OK(swiftpager_operation_arrow(walk, NULL, true, &stream, NULL));
    expect_rows(20000, "1");
    expect_end_of_stream();
    release_all(walk, pager, client);
    pager = make_trouble_pager("/html-502", "bad=3", &client);
    walk = start_walk(pager, NULL);
    REQUIRE_OK(swiftpager_operation_arrow(walk, NULL, true, &stream, NULL));
    expect_rows(20, "1");
    expect_failure(EIO, "HTTP: ");
    release_all(walk, pager, client);
}

TEST(a_call_chooses_what_it_emits)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_pager *at_end = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    swiftpager_operation *walk = start_walk(at_end, "{\"emit\": \"each\"}");
    REQUIRE_OK(swiftpager_operation_arrow(walk, NULL, false, &stream, NULL));
    expect_rows(50, "1");
    CHECK_OK(swiftpager_pager_release(at_end));
    stream.release(&stream);
    CHECK_OK(swiftpager_operation_release(walk));
    walk = start_walk(pager, "{\"emit\": \"end\"}");
    swiftpager_update *update = NULL;
    REQUIRE_OK(swiftpager_operation_next(walk, 10000, &update, NULL));
    CHECK_INTEGER(swiftpager_update_page_count(update), 5);
    CHECK_OK(swiftpager_update_release(update));
    expect_end(walk, SWIFTPAGER_OK);
    release_pulled(walk, pager, client);
}

TEST(a_stream_outlives_the_handle_the_pager_and_its_own_struct)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = begin_stream(pager, "{\"id\": {\"type\": \"string\"}, \"name\": \"/name\"}");
    CHECK_OK(swiftpager_operation_release(walk));
    struct ArrowArrayStream moved = stream;
    stream.release = NULL;
    stream = moved;
    expect_rows(50, "1");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
    expect_end_of_stream();
    stream.release(&stream);
}

TEST(a_stream_gives_the_rows_before_a_failure_and_then_the_failure)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/html-502", "bad=3", &client);
    swiftpager_operation *walk = begin_stream(pager, NULL);
    expect_rows(20, "1");
    for (int round = 0; round < 2; round++) expect_failure(EIO, "HTTP: ");
    release_all(walk, pager, client);
    /* The first page fails: then there is not even a schema, unless the columns have types. */
    pager = make_trouble_pager("/html-502", "bad=1", &client);
    walk = begin_stream(pager, NULL);
    struct ArrowSchema schema;
    CHECK_INTEGER(stream.get_schema(&stream, &schema), EIO);
    expect_failure(EIO, "HTTP: ");
    release_all(walk, pager, client);
}

static void *interrupt_wait(void *client)
{
    wait_for_requests(3);
    wait_a_moment();
    CHECK_OK(swiftpager_client_wake(client));
    return NULL;
}

static void *cancel(void *walk)
{
    wait_for_requests(3);
    wait_a_moment();
    CHECK_OK(swiftpager_operation_close(walk));
    return NULL;
}

static void *shut_down(void *client)
{
    wait_for_requests(3);
    wait_a_moment();
    CHECK_OK(swiftpager_client_close(client, -1));
    return NULL;
}

/* Has a thread end the wait for a page that does not come. */
static void end_wait(void *(*function)(void *), void *object, int number, const char *text)
{
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, function, object) == 0);
    expect_failure(number, text);
    REQUIRE(pthread_join(thread, NULL) == 0);
}

TEST(a_wait_for_rows_is_ended_by_a_wake_and_loses_no_row)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/gated", "bad=3", &client);
    swiftpager_operation *walk = begin_stream(pager, NULL);
    end_wait(interrupt_wait, client, EINTR, "INTERRUPTED: ");
    CHECK_STATUS(swiftpager_operation_arrow_wait(walk, 0, NULL), SWIFTPAGER_TIMEOUT);
    open_gate();
    CHECK_OK(swiftpager_operation_arrow_wait(walk, 10000, NULL));
    expect_rows(50, "1");
    expect_end_of_stream();
    CHECK_OK(swiftpager_operation_arrow_wait(walk, 0, NULL));
    release_all(walk, pager, client);
}

TEST(a_wait_for_rows_is_ended_by_a_cancel_and_a_shutdown)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=3", &client);
    swiftpager_operation *walk = begin_stream(pager, NULL);
    end_wait(cancel, walk, ECANCELED, "CANCELLED: ");
    expect_failure(ECANCELED, "CANCELLED: ");
    char *error = NULL;
    CHECK_STATUS(swiftpager_operation_arrow_wait(walk, 0, &error), SWIFTPAGER_CANCELLED);
    CHECK_JSON(error, "/code", "\"CANCELLED\"");
    swiftpager_free(error);
    release_all(walk, pager, client);
    fresh_key();
    pager = make_trouble_pager("/stall", "bad=3", &client);
    walk = begin_stream(pager, NULL);
    end_wait(shut_down, client, ECANCELED, "");
    release_all(walk, pager, client);
}

TEST(releasing_a_stream_aborts_its_request)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=2", &client);
    swiftpager_operation *walk = begin_stream(pager, NULL);
    CHECK(wait_for_requests(2));
    stream.release(&stream);
    CHECK(wait_for_aborts(1));
    CHECK_STATUS(swiftpager_operation_arrow_wait(walk, 0, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    expect_end(walk, SWIFTPAGER_CANCELLED);
    release_pulled(walk, pager, client);
}

TEST(operations_that_cannot_be_streams_are_refused)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = start(swiftpager_pager_fetch, pager, NULL);
    char *error = NULL;
    CHECK_STATUS(swiftpager_operation_arrow(walk, NULL, false, &stream, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "pull");
    CHECK(stream.release == NULL);
    swiftpager_free(error);
    CHECK_OK(swiftpager_operation_release(walk));
    swiftpager_pager *at_end = make_pager(client, ITEMS_QUERY, "\"load_all\": {\"emit\": \"end\"}");
    walk = start_walk(at_end, NULL);
    CHECK_STATUS(swiftpager_operation_arrow(walk, NULL, false, &stream, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "emit");
    swiftpager_free(error);
    CHECK_OK(swiftpager_operation_release(walk));
    CHECK_OK(swiftpager_pager_release(at_end));
    walk = start_walk(pager, NULL);
    CHECK_STATUS(swiftpager_operation_arrow(walk, "[", false, &stream, NULL), SWIFTPAGER_INVALID_CONFIG);
    CHECK_STATUS(swiftpager_operation_arrow_wait(walk, 0, NULL), SWIFTPAGER_INVALID_ARGUMENT);
    REQUIRE_OK(swiftpager_operation_arrow(walk, NULL, false, &stream, NULL));
    struct ArrowArrayStream other;
    CHECK_STATUS(swiftpager_operation_arrow(walk, NULL, false, &other, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "another stream");
    swiftpager_free(error);
    expect_rows(50, "1");
    release_all(walk, pager, client);
}

TEST(no_update_is_taken_away_from_a_stream)
{
    swiftpager_client *client = NULL;
    swiftpager_update *update = NULL;
    char *error = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = start_walk(pager, NULL);
    REQUIRE_OK(swiftpager_operation_arrow(walk, NULL, false, &stream, NULL));
    CHECK_STATUS(swiftpager_operation_next(walk, -1, &update, &error), SWIFTPAGER_INVALID_ARGUMENT);
    CHECK_CONTAINS(error, "a stream reads this operation");
    CHECK(update == NULL);
    swiftpager_free(error);
    expect_rows(50, "1");
    release_all(walk, pager, client);
}

static void use_stream_of_the_parent(void *context)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    (void)context;
    CHECK_INTEGER(stream.get_schema(&stream, &schema), EINVAL);
    CHECK_INTEGER(stream.get_next(&stream, &array), EINVAL);
    CHECK_CONTAINS(stream.get_last_error(&stream), "FORKED");
    stream.release(&stream);
    CHECK(stream.release == NULL);
}

TEST(a_child_can_only_release_a_stream)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_operation *walk = begin_stream(pager, NULL);
    CHECK_INTEGER(run_in_child(use_stream_of_the_parent, NULL), 0);
    expect_rows(50, "1");
    release_all(walk, pager, client);
}

static void read_in_callback(void *context, const swiftpager_update *update)
{
    (void)context, (void)update;
    expect_failure(EDEADLK, "REENTRANT");
}

TEST(a_stream_waits_in_no_callback_and_works_after_it)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    swiftpager_pager *other = make_pager(client, ITEMS_QUERY, "");
    swiftpager_operation *walk = begin_stream(pager, NULL);
    REQUIRE_OK(swiftpager_pager_subscribe(other, read_in_callback, NULL, NULL, NULL));
    CHECK_RUN(swiftpager_pager_fetch, other, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_release(other));
    expect_rows(50, "1");
    release_all(walk, pager, client);
}
