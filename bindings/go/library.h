/*
 * The library, and what a goroutine asks of a client's descriptor. A handle is a key of the library's table and not an
 * address. Go's collector does not look at it, because its type has no members.
 */
#include <fcntl.h>
#include <poll.h>
#include <swiftpager.h>

/* A copy of the client's descriptor, which Go's runtime polls because it does not block; -1 without one. */
static inline int copied_fd(swiftpager_client *client)
{
    int fd = -1;
    swiftpager_client_fd(client, &fd);
    fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 ? fd : -1;
}

/* Whether a turn would find something. */
static inline bool is_readable(int fd)
{
    return poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 0) > 0;
}
