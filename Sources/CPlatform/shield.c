#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

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
