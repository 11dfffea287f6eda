/* What clients leave behind in the process: nothing. */
#include "harness.h"
#include "pagers.h"
#include "servers.h"

#include <dirent.h>

#define CLIENTS 100

static int entries(const char *folder)
{
    int count = 0;
    DIR *directory = opendir(folder);
    REQUIRE(directory != NULL);
    while (readdir(directory) != NULL) count++;
    closedir(directory);
    return count;
}

/* One client that works, is asked for its descriptor, and is released with a request in flight. */
static void use_client(bool waits)
{
    int fd = -1;
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/stall", "bad=2", &client);
    CHECK_OK(swiftpager_client_fd(client, &fd));
    CHECK_RUN(swiftpager_pager_fetch, pager, NULL, SWIFTPAGER_OK);
    CHECK_OK(swiftpager_pager_load_next(pager, NULL, NULL, NULL, NULL, NULL, NULL));
    if (waits) CHECK_OK(swiftpager_client_close(client, -1));
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(clients_leave_no_descriptor_and_no_thread)
{
    use_client(true);
    int descriptors = entries("/proc/self/fd"), threads = entries("/proc/self/task");
    for (int index = 0; index < CLIENTS; index++) use_client(index % 2 == 0);
    /* Without a shutdown the thread ends by itself, soon. */
    for (int round = 0; round < 40 && entries("/proc/self/task") > threads; round++) wait_a_moment();
    CHECK_INTEGER(entries("/proc/self/task"), threads);
    CHECK_INTEGER(entries("/proc/self/fd"), descriptors);
}

TEST(a_client_that_asks_for_nothing_starts_no_thread)
{
    int threads = entries("/proc/self/task");
    swiftpager_client *client = make_client(dead_url());
    swiftpager_pager *pager = make_pager(client, ITEMS_QUERY, "");
    CHECK_INTEGER(entries("/proc/self/task"), threads);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

TEST(one_connection_serves_a_whole_walk)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", "pages=30", &client);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_INTEGER(server_requests(), 60);
    CHECK_INTEGER(server_connections(), 1);
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}
