/* Child processes and threads of a test. */
#include "processes.h"

#include "harness.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int exit_code_of(pid_t child)
{
    int ending = 0;
    while (waitpid(child, &ending, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(ending) ? WEXITSTATUS(ending) : 128 + WTERMSIG(ending);
}

int run_in_child(void (*function)(void *context), void *context)
{
    fflush(NULL);
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        int before = failed_check_count();
        function(context);
        _exit(failed_check_count() - before);
    }
    return exit_code_of(child);
}

void run_on_a_stack_of(size_t bytes, void *(*function)(void *argument), void *argument)
{
    const size_t smallest = (size_t)sysconf(_SC_THREAD_STACK_MIN);
    pthread_t thread;
    pthread_attr_t attributes;
    REQUIRE_INTEGER(pthread_attr_init(&attributes), 0);
    REQUIRE_INTEGER(pthread_attr_setstacksize(&attributes, bytes < smallest ? smallest : bytes), 0);
    REQUIRE_INTEGER(pthread_create(&thread, &attributes, function, argument), 0);
    REQUIRE_INTEGER(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}
