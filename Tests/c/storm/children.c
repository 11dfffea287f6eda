/* Children: each writes its verdict into memory that it shares with its parent, and kills itself. */
#define _GNU_SOURCE
#include "children.h"

#include "call.h"
#include "harness.h"
#include "scene.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLS_OF_A_CHILD 40
#define LIMIT_SECONDS 60
/* A fork that waited in vain for threads in the library may leave locks as they were. */
#define LONGEST_FORK_MS 900

enum verdict {
    NO_VERDICT,
    GOOD,
    TOO_SLOW,
    BAD,
};

static atomic_long children;

static enum verdict live(uint64_t seed)
{
    static struct actor own;
    int before = failed_check_count(), pages = 0;
    become_actor(&own, seed, 0);
    for (int count = 0; count < CALLS_OF_A_CHILD; count++) make_any_call(&own);
    CHECK_OK(walk_a_list(NULL, &pages));
    CHECK_INTEGER(pages, PAGES_OF_THE_LIST);
    return failed_check_count() == before ? GOOD : BAD;
}

/* The child kills itself: valgrind would take the memory of its parent's threads for leaks. */
static _Noreturn void be_a_child(volatile int *verdict, uint64_t seed, long long forked)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm(LIMIT_SECONDS);
    *verdict = now_in_ms() - forked > LONGEST_FORK_MS ? TOO_SLOW : live(seed);
    kill(getpid(), SIGKILL);
    _exit(EXIT_FAILURE);
}

void make_a_child(struct actor *actor)
{
    uint64_t seed = (uint64_t)roll(&actor->dice, 1u << 31);
    int *verdict = mmap(NULL, sizeof *verdict, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(verdict != MAP_FAILED);
    long long now = now_in_ms();
    lock_pools();
    pid_t child = fork();
    unlock_pools();
    if (child == 0) be_a_child(verdict, seed, now);
    int ending = 0;
    while (child > 0 && waitpid(child, &ending, 0) < 0 && errno == EINTR) continue;
    if (child < 0 || (*verdict != GOOD && *verdict != TOO_SLOW)) {
        report_failure(__FILE__, __LINE__, "a child of seed %llu ended by signal %d with verdict %d",
                       (unsigned long long)seed, WIFSIGNALED(ending) ? WTERMSIG(ending) : 0, *verdict);
    }
    munmap(verdict, sizeof *verdict);
    atomic_fetch_add(&children, 1);
}

long child_count(void)
{
    return atomic_load(&children);
}
