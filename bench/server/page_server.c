/* page_server: a keep-alive HTTP/1.1 server of canned GraphQL pages that is never the bottleneck of a benchmark.
 *
 *     page_server [--port 0] [--pages 2000] [--size 100] [--latency-ms 0] [--lists 0] [--drop-every 0] [--drop-half 0]
 *
 * Prints `listening on http://127.0.0.1:PORT/graphql` once it accepts connections. Every POST gets a page of
 * `products { edges { cursor node { id name price description inStock } } pageInfo { hasNextPage endCursor } }`: the
 * one after the cursor, or at the offset, in the posted body. With `--lists 1` there is one page of `products { nodes {
 * id name reviews { … } } }` with --size items and cut-off reviews; a cursor asks for the rest of one item's. With
 * `--drop-every N` the server closes the connection of each N-th request when its answer is due, with `--drop-half 1`
 * after half of it. It ends on SIGTERM or SIGINT, and with its parent process. One thread with epoll: every answer is
 * due --latency-ms after its request, a queue holds the answers in order, and one timerfd waits for the first.
 */
#define _GNU_SOURCE /* accept4, memmem */
#include "lists.h"
#include "pages.h"
#include "settings.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define REQUEST_ROOM 32768
#define EVENTS_AT_ONCE 64
#define PARENT_CHECK_MS 250
/* Large enough for a few pages, so that one write takes a whole response. */
#define SEND_BUFFER (256 * 1024)
#define NANOSECONDS 1000000000LL

static const char NOT_UNDERSTOOD[] =
    "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

struct connection {
    int socket;
    size_t received;                  /* bytes in `request` */
    char request[REQUEST_ROOM];
    char *unsent;                     /* the rest of a response that the kernel did not take at once */
    size_t unsent_length;
    size_t unsent_offset;
    bool answer_due;                  /* in the queue */
    uint32_t after;                   /* the item whose following page is due */
    int64_t due;                      /* nanoseconds of the monotonic clock */
    TAILQ_ENTRY(connection) in_queue;
};

struct server {
    struct pages pages;
    struct lists lists;               /* replaces the pages if its count is not 0 */
    uint32_t drop_every;
    bool drop_half;
    uint64_t answers;                 /* so far, with the dropped ones */
    int listener;
    int epoll;
    int timer;
    int64_t latency;                  /* nanoseconds */
    TAILQ_HEAD(, connection) queue;   /* answers in the order in which they are due */
};

static volatile sig_atomic_t told_to_stop;

static void on_stop_signal(int number)
{
    (void)number;
    told_to_stop = 1;
}

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "page_server: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * NANOSECONDS + time.tv_nsec;
}

static void watch(struct server *server, int operation, int file, uint32_t events, void *data)
{
    struct epoll_event event = {.events = events, .data.ptr = data};
    if (epoll_ctl(server->epoll, operation, file, &event) != 0)
        fail("epoll_ctl");
}

/* Wakes the loop when the first answer of the queue is due; an empty queue stops the timer. */
static void set_timer(struct server *server)
{
    struct itimerspec timer = {0};
    struct connection *first = TAILQ_FIRST(&server->queue);
    if (first != NULL) {
        timer.it_value.tv_sec = first->due / NANOSECONDS;
        timer.it_value.tv_nsec = first->due % NANOSECONDS;
    }
    if (timerfd_settime(server->timer, TFD_TIMER_ABSTIME, &timer, NULL) != 0)
        fail("timerfd_settime");
}

static void close_connection(struct server *server, struct connection *connection)
{
    if (connection->answer_due) {
        TAILQ_REMOVE(&server->queue, connection, in_queue);
        set_timer(server);
    }
    close(connection->socket);
    free(connection->unsent);
    free(connection);
}

/* Keeps the rest of an answer that the kernel did not take. */
static bool keep_unsent(struct server *server, struct connection *connection, const char *rest, size_t length)
{
    connection->unsent = malloc(length);
    if (connection->unsent == NULL)
        return false;
    memcpy(connection->unsent, rest, length);
    connection->unsent_length = length;
    connection->unsent_offset = 0;
    watch(server, EPOLL_CTL_MOD, connection->socket, EPOLLIN | EPOLLOUT, connection);
    return true;
}

/* The answer for `connection->after`; valid until the next call. */
static const char *answer_for(struct server *server, const struct connection *connection, size_t *length)
{
    if (server->lists.count == 0) {
        pages_patch(&server->pages, connection->after);
        *length = server->pages.length;
        return server->pages.text;
    }
    if (connection->after == 0) {
        *length = server->lists.page_length;
        return server->lists.page;
    }
    lists_patch(&server->lists, connection->after);
    *length = server->lists.rest_length;
    return server->lists.rest;
}

/* Sends the answer for `connection->after`, or drops it or a part of it; false if the connection must be closed. */
static bool send_answer(struct server *server, struct connection *connection)
{
    size_t length;
    const char *answer = answer_for(server, connection, &length);
    server->answers++;
    if (server->drop_every != 0 && server->answers % server->drop_every == 0) {
        if (server->drop_half)
            send(connection->socket, answer, length / 2, MSG_NOSIGNAL);
        return false;
    }
    ssize_t sent = send(connection->socket, answer, length, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN)
        return false;
    size_t taken = sent < 0 ? 0 : (size_t)sent;
    return taken == length || keep_unsent(server, connection, answer + taken, length - taken);
}

/* Sends more of the rest of an answer; false if the connection must be closed. */
static bool send_unsent(struct server *server, struct connection *connection)
{
    ssize_t sent = send(connection->socket, connection->unsent + connection->unsent_offset,
                        connection->unsent_length - connection->unsent_offset, MSG_NOSIGNAL);
    if (sent < 0)
        return errno == EAGAIN;
    connection->unsent_offset += (size_t)sent;
    if (connection->unsent_offset == connection->unsent_length) {
        free(connection->unsent);
        connection->unsent = NULL;
        watch(server, EPOLL_CTL_MOD, connection->socket, EPOLLIN, connection);
    }
    return true;
}

/* The length of the body that the head announces; -1 if there is no valid length. */
static long body_length(const char *head, size_t length)
{
    static const char NAME[] = "\r\ncontent-length:";
    for (size_t at = 0; at + sizeof NAME < length; at++)
        if (head[at] == '\r' && strncasecmp(head + at, NAME, sizeof NAME - 1) == 0) {
            /* The head ends in CR LF, at which strtol stops. */
            long value = strtol(head + at + sizeof NAME - 1, NULL, 10);
            return value >= 0 && value < REQUEST_ROOM ? value : -1;
        }
    return -1;
}

/* Whether there is an answer. Only cursors at the end of a page have one, but not the last page's. */
static bool has_answer(const struct server *server, uint32_t after)
{
    if (server->lists.count != 0)
        return after <= server->lists.count;
    return after % server->pages.page_size == 0 && after / server->pages.page_size < server->pages.page_count;
}

/* Takes one complete request out of the buffer and puts its answer into the queue; false if there is none. */
static bool take_request(struct server *server, struct connection *connection, bool *broken)
{
    static const char END[] = "\r\n\r\n";
    char *end = memmem(connection->request, connection->received, END, 4);
    if (end == NULL) {
        *broken = connection->received == REQUEST_ROOM;
        return false;
    }
    size_t head = (size_t)(end - connection->request) + 4;
    long body = body_length(connection->request, head);
    if (body < 0 || head + (size_t)body > REQUEST_ROOM) {
        *broken = true;
        return false;
    }
    size_t whole = head + (size_t)body;
    if (connection->received < whole)
        return false;
    uint32_t after = place_in_body(connection->request + head, (size_t)body, server->pages.page_size);
    memmove(connection->request, connection->request + whole, connection->received - whole);
    connection->received -= whole;
    if (!has_answer(server, after)) {
        *broken = true;
        return false;
    }
    connection->after = after;
    return true;
}

/* Answers the complete requests; false if the connection must be closed. */
static bool answer_requests(struct server *server, struct connection *connection)
{
    bool broken = false;
    while (!connection->answer_due && connection->unsent == NULL && take_request(server, connection, &broken)) {
        if (server->latency == 0) {
            if (!send_answer(server, connection))
                return false;
            continue;
        }
        bool first = TAILQ_EMPTY(&server->queue);
        connection->due = now() + server->latency;
        connection->answer_due = true;
        TAILQ_INSERT_TAIL(&server->queue, connection, in_queue);
        if (first)
            set_timer(server);
    }
    if (broken)
        send(connection->socket, NOT_UNDERSTOOD, sizeof NOT_UNDERSTOOD - 1, MSG_NOSIGNAL);
    return !broken;
}

static bool read_requests(struct server *server, struct connection *connection)
{
    ssize_t count = recv(connection->socket, connection->request + connection->received,
                         REQUEST_ROOM - connection->received, 0);
    if (count < 0)
        return errno == EAGAIN;
    if (count == 0)
        return false;
    connection->received += (size_t)count;
    return answer_requests(server, connection);
}

static void serve_connection(struct server *server, struct connection *connection, uint32_t events)
{
    bool useful = true;
    if (events & EPOLLOUT)
        useful = send_unsent(server, connection) && answer_requests(server, connection);
    if (useful && events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        useful = read_requests(server, connection);
    if (!useful)
        close_connection(server, connection);
}

static void send_due_answers(struct server *server)
{
    uint64_t expirations;
    if (read(server->timer, &expirations, sizeof expirations) < 0 && errno != EAGAIN)
        fail("read of the timer");
    int64_t time = now();
    struct connection *connection;
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): a closed connection is not in the queue. */
    while ((connection = TAILQ_FIRST(&server->queue)) != NULL && connection->due <= time) {
        TAILQ_REMOVE(&server->queue, connection, in_queue);
        connection->answer_due = false;
        if (!send_answer(server, connection) || !answer_requests(server, connection))
            close_connection(server, connection);
    }
    set_timer(server);
}

static void accept_connection(struct server *server)
{
    int socket = accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket < 0)
        return; /* The client has already closed the connection. */
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL)
        fail("calloc");
    connection->socket = socket;
    watch(server, EPOLL_CTL_ADD, socket, EPOLLIN, connection);
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): epoll keeps it. */
}

/* A connection is a descriptor, and a benchmark of 1,000 pagers may have one for each. */
static void allow_many_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void run(struct server *server, pid_t parent)
{
    struct epoll_event events[EVENTS_AT_ONCE];
    while (!told_to_stop && getppid() == parent) {
        int count = epoll_wait(server->epoll, events, EVENTS_AT_ONCE, PARENT_CHECK_MS);
        if (count < 0 && errno != EINTR)
            fail("epoll_wait");
        bool timer_expired = false;
        for (int index = 0; index < count; index++) {
            void *source = events[index].data.ptr;
            if (source == &server->listener)
                accept_connection(server);
            else if (source == &server->timer)
                timer_expired = true;
            else
                serve_connection(server, source, events[index].events);
        }
        /* Last, because it may close connections that come later in `events`. */
        if (timer_expired)
            send_due_answers(server);
    }
}

static void listen_on(struct server *server, uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    socklen_t length = sizeof address;
    int on = 1, send_buffer = SEND_BUFFER;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (server->listener < 0)
        fail("socket");
    setsockopt(server->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(server->listener, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer);
    if (bind(server->listener, (struct sockaddr *)&address, sizeof address) != 0)
        fail("bind to 127.0.0.1");
    if (listen(server->listener, SOMAXCONN) != 0)
        fail("listen");
    if (getsockname(server->listener, (struct sockaddr *)&address, &length) != 0)
        fail("getsockname");
    printf("listening on http://127.0.0.1:%u/graphql\n", ntohs(address.sin_port));
    fflush(stdout);
}

int main(int count, char **arguments)
{
    (void)count;
    pid_t parent = getppid();
    struct settings settings = settings_from(arguments);
    struct sigaction action = {.sa_handler = on_stop_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);

    struct server server = {.latency = (int64_t)(settings.latency_ms * 1e6)};
    server.drop_every = settings.drop_every;
    server.drop_half = settings.drop_half;
    TAILQ_INIT(&server.queue);
    if (pages_init(&server.pages, settings.pages, settings.size, settings.typenames, settings.total, settings.times) !=
        0)
        fail("malloc");
    if (settings.lists && lists_init(&server.lists, settings.size) != 0)
        fail("malloc");
    server.epoll = epoll_create1(EPOLL_CLOEXEC);
    server.timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (server.epoll < 0 || server.timer < 0)
        fail("epoll_create1 or timerfd_create");
    allow_many_descriptors();
    listen_on(&server, settings.port);
    watch(&server, EPOLL_CTL_ADD, server.listener, EPOLLIN, &server.listener);
    watch(&server, EPOLL_CTL_ADD, server.timer, EPOLLIN, &server.timer);
    run(&server, parent);
    pages_free(&server.pages);
    lists_free(&server.lists);
    return EXIT_SUCCESS;
}
