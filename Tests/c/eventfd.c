/* The descriptor of an event loop: readable exactly while callbacks wait. */
#include "harness.h"
#include "pagers.h"
#include "recorder.h"
#include "servers.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

static bool is_readable(int fd, int timeout_ms)
{
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return poll(&poll_fd, 1, timeout_ms) == 1 && (poll_fd.revents & POLLIN) != 0;
}

static int descriptor_of(swiftpager_client *client)
{
    int fd = -1, again = -1;
    REQUIRE_OK(swiftpager_client_fd(client, &fd));
    CHECK_OK(swiftpager_client_fd(client, &again));
    CHECK_INTEGER(again, fd);
    CHECK(fd >= 0);
    return fd;
}

TEST(the_descriptor_is_readable_exactly_while_callbacks_wait)
{
    struct recorder recorder = {0};
    uint32_t count = 0;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    int fd = descriptor_of(client);
    CHECK(!is_readable(fd, 0));
    subscribe_recorder(&recorder, pager);
    REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, record_completion, &recorder, NULL, NULL, NULL));
    CHECK(is_readable(fd, -1));
    CHECK(is_readable(fd, 0));
    CHECK_OK(swiftpager_client_dispatch(client, 0, 1, &count));
    CHECK_INTEGER(count, 1);
    /* The update is gone. The completion waits too, or will in a moment; the runner ends a test that waits for ever. */
    CHECK(is_readable(fd, -1));
    CHECK(is_readable(fd, 0));
    CHECK_OK(swiftpager_client_dispatch(client, 0, 1, &count));
    CHECK_INTEGER(count, 1);
    CHECK(!is_readable(fd, 0));
    CHECK_OK(swiftpager_client_wake(client));
    CHECK(!is_readable(fd, 0));
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(a_descriptor_asked_for_late_knows_what_waits)
{
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    struct recorder recorder = {0};
    swiftpager_operation *operation = NULL;
    REQUIRE_OK(swiftpager_pager_fetch(pager, NULL, record_completion, &recorder, NULL, &operation, NULL));
    CHECK_OK(swiftpager_operation_close(operation));
    int fd = descriptor_of(client);
    CHECK(is_readable(fd, 0));
    CHECK_INTEGER(dispatch_waiting(client), 1);
    CHECK(!is_readable(fd, 0));
    CHECK_OK(swiftpager_operation_release(operation));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(waiting_for_an_operation_leaves_the_descriptor_as_it_should_be)
{
    struct recorder recorder = {0};
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    int fd = descriptor_of(client);
    subscribe_recorder(&recorder, pager);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK(!is_readable(fd, 0));
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

/* What a user's event loop looks like. */
TEST(an_epoll_loop_walks_the_whole_list)
{
    struct recorder recorder = {0};
    swiftpager_client *client = make_client(shop_url());
    swiftpager_pager *pager = make_pager(client, PRODUCTS_QUERY, "");
    struct epoll_event event = {.events = EPOLLIN};
    int loop = epoll_create1(0);
    int fd = descriptor_of(client);
    REQUIRE_INTEGER(epoll_ctl(loop, EPOLL_CTL_ADD, fd, &event), 0);
    subscribe_recorder(&recorder, pager);
    REQUIRE_OK(swiftpager_pager_load_all(pager, NULL, record_completion, &recorder, record_destroy, NULL, NULL));
    while (recorder.destroy_count == 0) {
        CHECK_INTEGER(epoll_wait(loop, &event, 1, -1), 1);
        CHECK_OK(swiftpager_client_dispatch(client, 0, 0, NULL));
    }
    CHECK_INTEGER(epoll_wait(loop, &event, 1, 0), 0);
    CHECK_TEXT(recorder.history, "UUUUUUUUUUCD");
    CHECK_INTEGER(epoll_ctl(loop, EPOLL_CTL_DEL, fd, NULL), 0);
    close(loop);
    forget_updates(&recorder);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(without_a_free_descriptor_there_is_an_error_and_a_later_call_works)
{
    swiftpager_client *client = make_client(dead_url()), *other = NULL;
    struct rlimit limit, none = {0};
    int fd = 7;
    char *error = NULL;
    REQUIRE_INTEGER(getrlimit(RLIMIT_NOFILE, &limit), 0);
    none.rlim_max = limit.rlim_max;
    REQUIRE_INTEGER(setrlimit(RLIMIT_NOFILE, &none), 0);
    CHECK_STATUS(swiftpager_client_fd(client, &fd), SWIFTPAGER_NO_MEMORY);
    CHECK_INTEGER(fd, -1);
    swiftpager_status status =
        swiftpager_client_create("http://localhost/", NULL, NULL, &other, &error);
    /* It may connect later; if it cannot even be made, it says so. */
    if (status != SWIFTPAGER_OK) CHECK_STATUS(status, SWIFTPAGER_NO_MEMORY);
    swiftpager_free(error);
    REQUIRE_INTEGER(setrlimit(RLIMIT_NOFILE, &limit), 0);
    CHECK(descriptor_of(client) >= 0);
    CHECK_OK(swiftpager_client_release(client));
    CHECK_OK(swiftpager_client_release(other));
}
