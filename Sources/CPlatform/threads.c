#include "CPlatform.h"

#include <pthread.h>

static _Thread_local void *value_of_thread;
static void (*at_end)(void);
static bool has_key;
static pthread_key_t key;

/* Called by the C library on a thread that ends, while its variables are still there. */
static void end_thread(void *unused)
{
    (void)unused;
    if (value_of_thread != NULL) at_end();
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

void swiftpager_set_thread_value(void *value)
{
    value_of_thread = value;
    /* Any value but NULL has the C library call end_thread. It stays: whether there is something to do is asked
     * there. */
    if (value != NULL && has_key && pthread_getspecific(key) == NULL) pthread_setspecific(key, &key);
}
