/*
 * What the library changes of a host's thread that runs the library's code, and gives back where the host's code runs.
 *
 * - pthread_cancel() waits, also while a callback runs: a thread that ended inside would keep what others wait for.
 * - Arithmetic has the defaults. Pascal, Ada and others let an infinite result raise SIGFPE, and some programs round in
 *   another way or drop small numbers: what a server's numbers are would depend on that.
 */
#include "CPlatform.h"

#include <fenv.h>
#include <pthread.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/* Whether pthread_cancel() waits for this thread because of the library, and what was so before. */
static _Thread_local bool is_taken;
static _Thread_local int cancel_state;

/* How many functions of the host the thread is inside that the library called. */
static _Thread_local unsigned int functions_of_the_host;

/* Whether arithmetic had other rules than the defaults, and which. */
static _Thread_local bool has_rules;
static _Thread_local fenv_t rules;

/* For each call: 5 ns, where fegetenv(3) takes 60 and a change 190. */
static bool has_default_rules(void)
{
#if defined(__x86_64__)
    const unsigned int flags = 0x3f, defaults = 0x1f80;
    unsigned short control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    return (_mm_getcsr() & ~flags) == defaults && control == 0x37f;
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control == 0;
#else
    return false;
#endif
}

static void take_arithmetic(void)
{
    has_rules = !has_default_rules();
    if (!has_rules) return;
    fegetenv(&rules);
    fesetenv(FE_DFL_ENV);
}

static void give_arithmetic_back(void)
{
    if (has_rules) fesetenv(&rules);
    has_rules = false;
}

void swiftpager_take_thread(void)
{
    /* A call inside a callback finds the thread taken; so does one after a callback that was left. */
    if (!is_taken) pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
    is_taken = true;
    take_arithmetic();
}

void swiftpager_give_thread_back(void)
{
    give_arithmetic_back();
    if (!is_taken || functions_of_the_host > 0) return;
    is_taken = false;
    pthread_setcancelstate(cancel_state, &cancel_state);
}

void swiftpager_lend_thread(void)
{
    functions_of_the_host++;
    give_arithmetic_back();
}

void swiftpager_take_thread_again(void)
{
    /* A coroutine may return on another thread than that on which it was called. */
    if (functions_of_the_host > 0) functions_of_the_host--;
    take_arithmetic();
}

void swiftpager_functions_were_left(unsigned int remaining)
{
    if (functions_of_the_host > remaining) functions_of_the_host = remaining;
}

void swiftpager_take_defaults(void)
{
    fesetenv(FE_DFL_ENV);
}
