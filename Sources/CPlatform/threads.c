#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <poll.h>
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
    /* A new thread inherits the arithmetic of its maker, too. */
    swiftpager_take_defaults();
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

/* The signals that a thread can have wait: all but those that an instruction of its own raises. */
static sigset_t signals_that_can_wait(void)
{
    static const int raised_by_instructions[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
    sigset_t set;
    sigfillset(&set);
    for (size_t index = 0; index < sizeof raised_by_instructions / sizeof *raised_by_instructions; index++)
        sigdelset(&set, raised_by_instructions[index]);
    return set;
}

struct swiftpager_shield swiftpager_raise_shield(bool also_from_sigpipe, bool holds_signals)
{
    struct swiftpager_shield shield = {0};
    if (!also_from_sigpipe && !holds_signals) return shield;
    const sigset_t set = holds_signals ? signals_that_can_wait() : only_sigpipe();
    if (pthread_sigmask(SIG_BLOCK, &set, &shield.blocked_before) != 0) return shield;
    shield.must_unblock_sigpipe = also_from_sigpipe && sigismember(&shield.blocked_before, SIGPIPE) == 0;
    shield.holds_signals = holds_signals;
    shield.blocked_asleep = shield.blocked_before;
    if (also_from_sigpipe) sigaddset(&shield.blocked_asleep, SIGPIPE);
    return shield;
}

bool swiftpager_let_signals_in(const sigset_t *blocked)
{
    const struct timespec at_once = {0};
    return ppoll(NULL, 0, &at_once, blocked) == -1 && errno == EINTR;
}

bool swiftpager_lower_shield(struct swiftpager_shield shield)
{
    const bool has_handled = shield.holds_signals && swiftpager_let_signals_in(&shield.blocked_asleep);
    if (shield.must_unblock_sigpipe) {
        sigset_t set = only_sigpipe();
        const struct timespec at_once = {0};
        /* If no signal is pending, this fails, and there is nothing to do. */
        (void)sigtimedwait(&set, NULL, &at_once);
        if (!shield.holds_signals) pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    }
    if (shield.holds_signals) pthread_sigmask(SIG_SETMASK, &shield.blocked_before, NULL);
    return has_handled;
}
