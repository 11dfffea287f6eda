/* For LD_PRELOAD: once the file CLOCK_FILE exists, the time of day is CLOCK_STEP seconds later, as if it had been set.
 * A time namespace cannot do that: it has a monotonic clock of its own, but not a time of day. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t step(void)
{
    const char *file = getenv("CLOCK_FILE");
    const char *seconds = getenv("CLOCK_STEP");
    return file != NULL && seconds != NULL && access(file, F_OK) == 0 ? (time_t)strtol(seconds, NULL, 10) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    const int result = real(clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += step();
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    const int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *seconds)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds != NULL) *seconds = now.tv_sec;
    return now.tv_sec;
}
