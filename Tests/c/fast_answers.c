/* A server that has answered before the sender looks: the turn that sends a request has to notice. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "harness.h"
#include "pagers.h"
#include "pulled.h"
#include "servers.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>

/* Whether the next request of this thread is answered before its sender looks. */
static _Thread_local bool answer_comes_first;

static bool is_readable(int fd, int timeout_ms)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return poll(&poll_fd, 1, timeout_ms) == 1 && (poll_fd.revents & POLLIN) != 0;
}

/* libcurl calls this one, for a program's own functions come before those of its libraries. */
ssize_t send(int socket, const void *bytes, size_t count, int flags)
{
    union {
        void *found;
        ssize_t (*send)(int socket, const void *bytes, size_t count, int flags);
    } next = {.found = dlsym(RTLD_NEXT, "send")};
    ssize_t sent = next.send(socket, bytes, count, flags);
    if (answer_comes_first)
        is_readable(socket, 10000);
    answer_comes_first = false;
    return sent;
}

/* Takes turns until the fetch has brought its page and its end. */
static void run_turns(swiftpager_client *client, int fd, swiftpager_operation *fetch)
{
    swiftpager_update *update = NULL;
    swiftpager_ready named[1];
    size_t count = 0;
    bool has_page = false;
    while (true) {
        REQUIRE(is_readable(fd, 20000));
        REQUIRE_OK(swiftpager_client_ready(client, named, 1, &count));
        if (count == 0)
            continue;
        REQUIRE_OK(swiftpager_operation_next(fetch, 0, &update, NULL));
        if (update == NULL)
            break;
        has_page = true;
        CHECK_OK(swiftpager_update_release(update));
    }
    CHECK(has_page);
    CHECK_OK(swiftpager_operation_release(fetch));
}

TEST(an_answer_that_comes_while_the_request_leaves_makes_the_descriptor_readable)
{
    int fd = -1;
    size_t count = 0;
    swiftpager_client *client = make_client(trouble_url("/good", "pages=1"));
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    REQUIRE_OK(swiftpager_client_fd(client, &fd));
    REQUIRE_OK(swiftpager_client_ready(client, NULL, 0, &count));
    /* On a busy machine the library's thread may have come for the loop, and sends the request itself. */
    int sent_here = 0;
    for (int number = 0; sent_here < 5; number++) {
        REQUIRE(number < 200);
        swiftpager_operation *fetch = start(swiftpager_pager_fetch, pager, "{\"pull\": true}");
        run_turns(client, fd, fetch);
        answer_comes_first = true;
        fetch = start(swiftpager_pager_fetch, pager, "{\"pull\": true}");
        if (!answer_comes_first) {
            CHECK(is_readable(fd, 0));
            sent_here++;
        }
        answer_comes_first = false;
        run_turns(client, fd, fetch);
    }
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
