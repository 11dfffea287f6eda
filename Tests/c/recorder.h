/*
 * A recorder takes callbacks and remembers them: pass one as user_data with record_update, record_completion and
 * record_destroy. Its history has one letter for each call, in order:
 *     U an update with status OK   F an update that tells a failure   C a completion   D destroy
 */
#ifndef RECORDER_H
#define RECORDER_H

#include <pthread.h>
#include <swiftpager.h>

#define MOST_RECORDED 64

struct recorder {
    char history[MOST_RECORDED + 1];
    int calls;
    /* The updates, retained; forget_updates() gives them back. */
    const swiftpager_update *updates[MOST_RECORDED];
    int update_count;
    int completion_count;
    int destroy_count;
    /* From the last completion; the text is empty for NULL. */
    swiftpager_status status;
    char error[1024];
    /* The thread of the last call, and how often it changed. */
    pthread_t thread;
    int thread_changes;
};

void record_update(void *recorder, const swiftpager_update *update);
void record_completion(void *recorder, swiftpager_status status, const char *error_json);
void record_destroy(void *recorder);

/* Subscribes the recorder; the subscription ends with its pager. */
void subscribe_recorder(struct recorder *recorder, swiftpager_pager *pager);

/* The newest update; ends the test when there is none. */
const swiftpager_update *newest_update(const struct recorder *recorder);

/* Gives the retained updates back. */
void forget_updates(struct recorder *recorder);

#endif
