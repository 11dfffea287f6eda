#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static _Thread_local void *value_of_thread;
static _Thread_local void *error_of_thread;
static void (*at_end)(void);
static bool has_key;
static pthread_key_t key;

/* Called by the C library on a thread that ends, while its variables are still there. */
static void end_thread(void *unused)
{
    (void)unused;
    if (value_of_thread != NULL || error_of_thread != NULL) at_end();
}

void swiftpager_at_thread_end(void (*function)(void))
{
    at_end = function;
    /* Without a key (a process has 1,024) threads end unnoticed; everything else works. */
    has_key = pthread_key_create(&key, end_thread) == 0;
}

void *swiftpager_thread_value(void)
{
    return value_of_thread;
}

/* With any value but NULL, the C library calls end_thread. The value stays: end_thread looks whether there is something
 * to do. */
static void notice_end(const void *value)
{
    if (value != NULL && has_key && pthread_getspecific(key) == NULL) pthread_setspecific(key, &key);
}

void swiftpager_set_thread_value(void *value)
{
    value_of_thread = value;
    notice_end(value);
}

void *swiftpager_thread_error(void)
{
    return error_of_thread;
}

void swiftpager_set_thread_error(void *error)
{
    error_of_thread = error;
    notice_end(error);
}

struct start {
    const char *name;
    void (*function)(void *);
    void *argument;
};

static void *run_thread(void *memory)
{
    struct start start = *(struct start *)memory;
    free(memory);
    pthread_setname_np(pthread_self(), start.name);
    swiftpager_go_in();
    start.function(start.argument);
    swiftpager_go_out();
    return NULL;
}

int swiftpager_make_thread(pthread_t *thread, const char *name, size_t stack_size, void (*function)(void *),
                           void *argument)
{
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return ENOMEM;
    *start = (struct start){name, function, argument};

    pthread_attr_t attributes;
    int refusal = pthread_attr_init(&attributes);
    if (refusal == 0) {
        if (stack_size > 0) (void)pthread_attr_setstacksize(&attributes, stack_size);
        /* A new thread inherits the mask of its maker. So the maker blocks everything for a moment. */
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        refusal = pthread_create(thread, &attributes, run_thread, start);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        pthread_attr_destroy(&attributes);
    }
    if (refusal != 0) free(start);
    return refusal;
}

static sigset_t only_sigpipe(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    return set;
}

struct swiftpager_shield swiftpager_raise_shield(bool also_from_sigpipe)
{
    struct swiftpager_shield shield = {false, PTHREAD_CANCEL_ENABLE};
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &shield.cancel_state);
    if (also_from_sigpipe) {
        sigset_t set = only_sigpipe(), before;
        shield.must_unblock_sigpipe =
            pthread_sigmask(SIG_BLOCK, &set, &before) == 0 && sigismember(&before, SIGPIPE) == 0;
    }
    return shield;
}

void swiftpager_lower_shield(struct swiftpager_shield shield)
{
    if (shield.must_unblock_sigpipe) {
        sigset_t set = only_sigpipe();
        struct timespec at_once = {0, 0};
        /* If no signal is pending, this fails, and there is nothing to do. */
        (void)sigtimedwait(&set, NULL, &at_once);
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    }
    pthread_setcancelstate(shield.cancel_state, &shield.cancel_state);
}
