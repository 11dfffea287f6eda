/* What Swift's module of the C library leaves out, and what has to be written in C: variables of a thread, addresses on
 * a stack, and a mark that fork(2) cannot keep. */
#ifndef SWIFTPAGER_CPLATFORM_H
#define SWIFTPAGER_CPLATFORM_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A descriptor that a system call has just made, moved if it is 0, 1 or 2; -1 stays -1. These three are those of stdin,
 * stdout and stderr, also while they are closed: what the host prints then must not go into a file of the library's.
 * fcntl(2). Returns -1 and errno when no higher one is free. */
int swiftpager_keep_apart(int descriptor);

/* Opens /dev/null in those of these three places that are closed, while another library opens descriptors that it keeps
 * to itself. Returns a bit for each place that it has taken. */
unsigned swiftpager_take_standard_places(void);

/* Closes these places again, unless the host has put a file of its own there. */
void swiftpager_leave_standard_places(unsigned places);

/* Ends the connection of a socket, whatever thread reads from it: its reads fail from now on. */
void swiftpager_disconnect(int socket);

/* A descriptor that never blocks and does not survive exec; -1 when none is free. eventfd(2). */
int swiftpager_eventfd(void);

/* A descriptor that is readable while one of its members is; -1 when none is free. epoll_create1(2). */
int swiftpager_descriptor_set(void);

/* Makes a descriptor a member until it is closed. Nothing happens if it is one already, or is closed. */
void swiftpager_descriptor_set_add(int set, int descriptor);

/* An eventfd, of which a read takes one of the signals that were written. */
int swiftpager_semaphore(void);

/* How many nanoseconds of a processor a thread has used that has not ended; 0 if the system does not say. */
int64_t swiftpager_processor_time(pthread_t thread);

/* Sleeps until the descriptor is readable, the time is over, in nanoseconds (-1: without end), or a signal handler has
 * run on this thread. Returns 1, 0 or -1. ppoll(2), which SA_RESTART does not concern. */
int swiftpager_sleep_on(int descriptor, int64_t nanoseconds);

/* The signals of a semaphore that were not taken yet, and how many threads sleep until there are some; zeros at first.
 * Both are changed by the functions below only, atomically. A thread that forks leaves the child a usable semaphore. */
struct swiftpager_signals {
    unsigned int count;
    unsigned int sleepers;
};

/* Adds a signal, and wakes a thread that sleeps. */
void swiftpager_signal(struct swiftpager_signals *signals);

/* Takes a signal. Returns whether there was one. */
bool swiftpager_take_signal(struct swiftpager_signals *signals);

/* Sleeps until it takes a signal, or until a moment on CLOCK_MONOTONIC, in nanoseconds; UINT64_MAX never comes. Returns
 * whether it took one. Signal handlers do not end the sleep, and pthread_cancel() does not either. futex(2); the time
 * of sem_timedwait(3) and of Dispatch's semaphores depends on the time of day, which can be set. */
bool swiftpager_sleep_for_signal(struct swiftpager_signals *signals, uint64_t end);

/* How many processors this process may run on; 1 when the system does not say. sched_getaffinity(2). */
int swiftpager_usable_processors(void);

/* --- Threads ------------------------------------------------------------------------------------------------------ */

/* A value that belongs to the calling thread; NULL at first. */
void *swiftpager_thread_value(void);

/* Sets it. A thread that ends with a value other than NULL calls what swiftpager_at_thread_end() was given. */
void swiftpager_set_thread_value(void *value);

/* A second value of the calling thread, as the first one. */
void *swiftpager_thread_error(void);
void swiftpager_set_thread_error(void *error);

/* Says what a thread with a value calls when it ends. Called once, before the first value is set. */
void swiftpager_at_thread_end(void (*function)(void));

/* Starts a thread that runs a function once and then ends. It blocks all signals, so that a handler of the host never
 * runs on it, and counts as inside the library (see Forks below) while the function runs. `name`, of at most 15
 * characters, is for debuggers and top -H; it must stay. A stack size of 0, or one that the system refuses, means the
 * system's own. Returns 0, or the error number with which the system refuses the thread; pthread_create(3). The caller
 * joins or detaches the thread. */
int swiftpager_make_thread(pthread_t *thread, const char *name, size_t stack_size, void (*function)(void *),
                           void *argument);

/* What the calling thread had before it was shielded. */
struct swiftpager_shield {
    bool must_unblock_sigpipe;
    /* Whether signal handlers run only where the thread lets them: in its sleep and in swiftpager_let_signals_in(). */
    bool holds_signals;
    /* The signals that stay blocked there. */
    sigset_t blocked_asleep;
    /* The signals that were blocked before. */
    sigset_t blocked_before;
};

/* Keeps SIGPIPE from the calling thread, if asked for, so that code that writes to sockets may run on a thread of the
 * host. With `holds_signals`, the signals that the thread could handle wait, too, so that none of them is handled
 * between two sleeps and missed. */
struct swiftpager_shield swiftpager_raise_shield(bool also_from_sigpipe, bool holds_signals);

/* Handles the signals that wait. Returns whether a handler has run. */
bool swiftpager_let_signals_in(const sigset_t *blocked);

/* Ends the shield. A SIGPIPE that came meanwhile is dropped. Returns whether a handler of a signal that waited has
 * run. */
bool swiftpager_lower_shield(struct swiftpager_shield shield);

/* Whether malloc(3) would give this much memory now. In C and here, because an optimizer that sees malloc and free
 * side by side removes both. */
bool swiftpager_has_memory(size_t size);

/* Whether bytes have a word in them. The word has at least two bytes. */
bool swiftpager_contains(const void *bytes, size_t size, const char *word);

/* What the Makefile links in place of hypotf(3). Swift's module of the C library refers to that function, and nothing
 * calls it. The hypotf of glibc 2.35 would keep the library from loading with an older glibc. */
float swiftpager_hypotf(float x, float y);

/* --- Stacks ------------------------------------------------------------------------------------------------------- */

/* An address in the frame of the function that asks, or just below it. */
uintptr_t swiftpager_stack_position(void);

/* Whether an address lies on the stack that the calling thread was made with: not on that of a coroutine, nor on that
 * of signal handlers. False when the system does not say. */
bool swiftpager_is_on_thread_stack(uintptr_t address);

/* How many bytes the calling thread's stack has left; 0 when the system does not say, and on any other stack. */
size_t swiftpager_stack_left(void);

/* Fills memory on the stack with a pattern that a later use of the same stack destroys. */
void swiftpager_mark_stack(void *memory, size_t size);

/* Whether the pattern is still there. */
bool swiftpager_is_stack_marked(const void *memory, size_t size);

/* --- Threads of the host ------------------------------------------------------------------------------------------ */

/* Has pthread_cancel() wait for the calling thread, and arithmetic follow the defaults. The functions of the section
 * below call this, and what follows, where a thread comes into the library's code and leaves it. */
void swiftpager_take_thread(void);

/* Ends what swiftpager_take_thread() began, unless a function of the host is under way that the library called. */
void swiftpager_give_thread_back(void);

/* Lets a function of the host run, with the host's arithmetic. */
void swiftpager_lend_thread(void);

/* Ends what swiftpager_lend_thread() began; on any thread. */
void swiftpager_take_thread_again(void);

/* Says that functions of the host will not return, and how many are still under way. */
void swiftpager_functions_were_left(unsigned int remaining);

/* Has arithmetic follow the defaults on a thread of the library. */
void swiftpager_take_defaults(void);

/* --- Forks -------------------------------------------------------------------------------------------------------- */

/* Says that the calling thread enters the library's code, or goes further in. What a thread inside has locked, in the
 * runtime of Swift or elsewhere, would stay locked for ever in a child of fork(2). So a fork waits until no thread is
 * inside, for 1 s at most. A thread that wants to enter waits until the fork is over, for 2 s at most. The first step
 * in also takes the host's thread. */
void swiftpager_go_in(void);

/* Ends what swiftpager_go_in() began. */
void swiftpager_go_out(void);

/* Says that the calling thread is outside: it sleeps, or runs a function of the host, which may never return. Returns
 * how deep it was inside. */
unsigned int swiftpager_step_out(void);

/* Ends what swiftpager_step_out() began, with what it returned; on any thread. */
void swiftpager_step_in(unsigned int before);

/* --- Processes ---------------------------------------------------------------------------------------------------- */

/* What the handlers of pthread_atfork call: once they are registered; before a fork; and in the child. */
void swiftpager_notice_forks(void);
void swiftpager_note_process(void);
void swiftpager_note_child(void);

/* Has this process, or the first of its ancestors to do so, use the library. False when memory is out. */
bool swiftpager_settle_process(void);

/* How many ancestors of this process have used the library before they made the next by fork(2): 0 in the first process
 * that uses it, another number in every child. Needs no lock, and none that the parent held is missed. */
uint32_t swiftpager_process_generation(void);

#endif
