/* Child processes of a test. */
#include "processes.h"

#include "harness.h"

#include <errno.h>
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
