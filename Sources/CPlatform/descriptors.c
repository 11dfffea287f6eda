/* The numbers of stdin, stdout and stderr, which are the host's also while these are closed. */
#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

int swiftpager_keep_apart(int descriptor)
{
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int number = errno;
    close(descriptor);
    errno = number;
    return moved;
}

static bool is_closed(int descriptor)
{
    return fcntl(descriptor, F_GETFD) == -1;
}

unsigned swiftpager_take_standard_places(void)
{
    unsigned places = 0;
    for (int number = 0; number <= STDERR_FILENO; number++) {
        if (!is_closed(number)) continue;
        /* The lowest one that is free, unless another thread is faster. */
        const int descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (descriptor > STDERR_FILENO)
            close(descriptor);
        else if (descriptor >= 0)
            places |= 1u << descriptor;
    }
    return places;
}

void swiftpager_leave_standard_places(unsigned places)
{
    struct stat status;
    for (int number = 0; number <= STDERR_FILENO; number++) {
        if ((places & 1u << number) == 0) continue;
        /* Not if the host has put a file of its own there meanwhile. */
        if (fstat(number, &status) == 0 && S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3)) close(number);
    }
}

void swiftpager_disconnect(int socket)
{
    const struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
    /* Drops what has come and not been read, which shutdown(2) does not. */
    if (connect(socket, &nowhere, sizeof nowhere) != 0) (void)shutdown(socket, SHUT_RDWR);
}
