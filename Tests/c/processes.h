/* Child processes and threads of a test. */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stddef.h>
#include <sys/types.h>

/* Waits for a child. Returns its exit code, or 128 and the signal that ended it. */
int exit_code_of(pid_t child);

/* Runs a function in a forked child, and returns its exit code as above. The child
 * leaves by _exit() with the number of its failed checks, unless the function ends it in another way. */
int run_in_child(void (*function)(void *context), void *context);

/* Runs a function on a thread with so small a stack, or with the smallest that the machine allows: on aarch64 that is
 * 128 KiB. */
void run_on_a_stack_of(size_t bytes, void *(*function)(void *argument), void *argument);

#endif
