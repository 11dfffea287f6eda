/* A recorder of callbacks. */
#include "recorder.h"

#include "harness.h"

#include <stdio.h>

static void note(struct recorder *recorder, char letter)
{
    pthread_t thread = pthread_self();
    if (recorder->calls > 0 && !pthread_equal(thread, recorder->thread)) recorder->thread_changes++;
    recorder->thread = thread;
    if (recorder->calls < MOST_RECORDED) recorder->history[recorder->calls] = letter;
    recorder->calls++;
}

void record_update(void *user_data, const swiftpager_update *update)
{
    struct recorder *recorder = user_data;
    note(recorder, swiftpager_update_status(update) == SWIFTPAGER_OK ? 'U' : 'F');
    if (recorder->update_count == MOST_RECORDED) return;
    CHECK_OK(swiftpager_update_retain(update));
    recorder->updates[recorder->update_count++] = update;
}

void record_completion(void *user_data, swiftpager_status status, const char *error_json)
{
    struct recorder *recorder = user_data;
    note(recorder, 'C');
    CHECK((status == SWIFTPAGER_OK) == (error_json == NULL));
    recorder->completion_count++;
    recorder->status = status;
    snprintf(recorder->error, sizeof recorder->error, "%s", error_json == NULL ? "" : error_json);
}

void record_destroy(void *user_data)
{
    struct recorder *recorder = user_data;
    note(recorder, 'D');
    recorder->destroy_count++;
}

void subscribe_recorder(struct recorder *recorder, swiftpager_pager *pager)
{
    REQUIRE_OK(swiftpager_pager_subscribe(pager, record_update, recorder, NULL, NULL));
}

const swiftpager_update *newest_update(const struct recorder *recorder)
{
    REQUIRE(recorder->update_count > 0);
    return recorder->updates[recorder->update_count - 1];
}

void forget_updates(struct recorder *recorder)
{
    for (int index = 0; index < recorder->update_count; index++) {
        CHECK_OK(swiftpager_update_release(recorder->updates[index]));
    }
    recorder->update_count = 0;
}
