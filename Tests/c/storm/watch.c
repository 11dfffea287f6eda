/* The watch: one thread that looks at the others every few milliseconds. */
#include "watch.h"

#include "call.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define ROUND_MS 2
#define WAKE_AFTER_MS 40
#define CLOSE_AFTER_MS 120
/* No call takes that long: it hangs. */
#define HANGS_AFTER_MS 60000
#define EXIT_OF_A_HANG 3

static struct watched watched;
static pthread_t watch;
static atomic_bool is_over, sends_signals;
static atomic_long sent, handled;

/* Without SA_RESTART: system calls end with EINTR. */
static void handle(int number)
{
    (void)number;
    atomic_fetch_add(&handled, 1);
}

static void install_handlers(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
}

static _Noreturn void report_hang(void)
{
    for (size_t other = 0; other < watched.count; other++) {
        const struct drawn_function *current = atomic_load(&watched.actors[other].function);
        fprintf(stderr, "storm: thread %zu is in %s\n", other, current == NULL ? "no call" : current->name);
    }
    _exit(EXIT_OF_A_HANG);
}

/* Ends the wait for a handle that its thread has alone. */
static void end_wait(int kind, void *receiver)
{
    switch (kind) {
    case OPERATIONS: swiftpager_operation_close(receiver); break;
    case SUBSCRIPTIONS: swiftpager_subscription_close(receiver); break;
    case CLIENTS: swiftpager_client_close(receiver, 0); break;
    default: break;
    }
}

static void look_after(size_t index, struct dice *dice)
{
    struct actor *actor = &watched.actors[index];
    long long since = atomic_load(&actor->since);
    const struct drawn_function *function = atomic_load(&actor->function);
    void *receiver = atomic_load(&actor->receiver);
    int kind = atomic_load(&actor->kind);
    if (since == 0 || since != atomic_load(&actor->since)) return;
    long long age = now_in_ms() - since;
    if (age > HANGS_AFTER_MS) {
        fprintf(stderr, "storm: thread %zu hangs in %s\n", index, function == NULL ? "no call" : function->name);
        report_hang();
    }
    if (age > CLOSE_AFTER_MS && receiver != NULL) {
        end_wait(kind, receiver);
    } else if (age > WAKE_AFTER_MS && is_one_in(dice, 4)) {
        swiftpager_client_wake(kind == CLIENTS && receiver != NULL ? receiver : look_in_pool(CLIENTS, dice));
    }
}

static void *keep_watch(void *argument)
{
    (void)argument;
    const struct timespec round = {0, ROUND_MS * 1000000};
    struct dice dice = make_dice(watched.seed, 999);
    while (!atomic_load(&is_over)) {
        nanosleep(&round, NULL);
        for (size_t index = 0; index < watched.count; index++) look_after(index, &dice);
        if (now_in_ms() > watched.deadline) {
            fprintf(stderr, "storm: it does not end\n");
            report_hang();
        }
        if (!atomic_load(&sends_signals)) continue;
        pthread_kill(watched.threads[roll(&dice, (uint32_t)watched.count)], is_one_in(&dice, 2) ? SIGUSR1 : SIGALRM);
        atomic_fetch_add(&sent, 1);
    }
    return NULL;
}

void begin_watch(const struct watched *all)
{
    watched = *all;
    install_handlers();
    atomic_store(&is_over, false);
    atomic_store(&sends_signals, true);
    pthread_create(&watch, NULL, keep_watch, NULL);
}

void end_signals(void)
{
    atomic_store(&sends_signals, false);
}

void end_watch(void)
{
    atomic_store(&is_over, true);
    pthread_join(watch, NULL);
}

long sent_signal_count(void)
{
    return atomic_load(&sent);
}

long handled_signal_count(void)
{
    return atomic_load(&handled);
}
