/* A walk over five good pages whose callbacks are left without returning, and what has to hold all the same. */
#ifndef LEFT_CALLBACKS_H
#define LEFT_CALLBACKS_H

#include "recorder.h"

#include <pthread.h>
#include <stdbool.h>

#include <swiftpager.h>

#ifdef __cplusplus
extern "C" {
#endif

struct left_scene {
    swiftpager_client *client;
    swiftpager_pager *pager;
    swiftpager_subscription *subscription;
    swiftpager_operation *operation;
    const swiftpager_update *update;
    struct recorder recorder;
    pthread_t thread;
    /* For a coroutine. */
    char *stack;
    int calls;
    int destroys, wanted_destroys;
};

/* Starts a walk. What calls back gets the scene; NULL for on_update: the scene's recorder. */
void open_left_scene(struct left_scene *scene, swiftpager_update_cb on_update, swiftpager_completion_cb completion,
                     swiftpager_destroy_cb destroy);

/* Checks that the next wait says that a callback was left, and that the one after waits to the end of the walk. */
void check_left_is_said_once(struct left_scene *scene);

/* Checks that the walk is complete, and gives everything back. */
void close_left_scene(struct left_scene *scene);

/* Start a walk and wait for it in C++, where an exception leaves a callback. Return whether it came out of the wait. */
bool throw_out_of_an_update(struct left_scene *scene);
bool throw_out_of_a_completion(struct left_scene *scene);

/* Throws an exception, which C cannot catch. */
void throw_something(void);
/* Waits for an operation in C++. Returns whether an exception came out of the wait. */
bool throws_out_of_a_wait(swiftpager_operation *operation);

#ifdef __cplusplus
}
#endif

#endif
