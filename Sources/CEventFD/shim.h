/* eventfd(2), which the C library's Swift module leaves out. */
#ifndef SWIFTPAGER_CEVENTFD_H
#define SWIFTPAGER_CEVENTFD_H

#include <sys/eventfd.h>

/* A descriptor that never blocks and does not survive exec; -1 when none is free. */
static inline int swiftpager_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

#endif
