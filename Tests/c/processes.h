/* Child processes of a test. */
#ifndef PROCESSES_H
#define PROCESSES_H

/* Runs a function in a forked child, and returns the child's exit code, or 128 and the signal that ended it. The child
 * leaves by _exit() with the number of its failed checks, unless the function ends it in another way. */
int run_in_child(void (*function)(void *context), void *context);

#endif
