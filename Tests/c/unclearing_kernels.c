/* fork() under a kernel that clears no page in a child: a Linux before 4.14, or an emulator that only says it does. */
#define _GNU_SOURCE /* madvise */
#include "harness.h"
#include "pagers.h"
#include "processes.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static enum { CLEARS,
              REFUSES,
              PRETENDS } kernel;

/* In place of the C library's, also for swiftpager. */
int madvise(void *address, size_t length, int advice)
{
    if (advice != MADV_WIPEONFORK || kernel == CLEARS) return (int)syscall(SYS_madvise, address, length, advice);
    if (kernel == PRETENDS) return 0;
    errno = EINVAL;
    return -1;
}

static void walk(swiftpager_client *client, swiftpager_pager *pager)
{
    CHECK_RUN(swiftpager_pager_load_all, pager, NULL, SWIFTPAGER_OK);
    CHECK_STATE(pager, "/items_loaded", "50");
    CHECK_OK(swiftpager_pager_release(pager));
    CHECK_OK(swiftpager_client_release(client));
}

static void walk_with_a_client_of_its_own(void *client_of_the_parent)
{
    swiftpager_client *client = NULL;
    alarm(60);
    CHECK_STATUS(swiftpager_client_close(client_of_the_parent, -1), SWIFTPAGER_FORKED);
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    CHECK_STATUS(swiftpager_client_close(client_of_the_parent, -1), SWIFTPAGER_FORKED);
    walk(client, pager);
}

static void have_a_child(void *client_of_the_parent)
{
    swiftpager_client *client = NULL;
    CHECK_STATUS(swiftpager_client_close(client_of_the_parent, -1), SWIFTPAGER_FORKED);
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    CHECK_INTEGER(run_in_child(walk_with_a_client_of_its_own, client_of_the_parent), 0);
    CHECK_INTEGER(run_in_child(walk_with_a_client_of_its_own, client), 0);
    walk(client, pager);
}

static void have_descendants(void)
{
    swiftpager_client *client = NULL;
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    CHECK_INTEGER(run_in_child(walk_with_a_client_of_its_own, client), 0);
    CHECK_INTEGER(run_in_child(have_a_child, client), 0);
    walk(client, pager);
}

TEST(children_are_noticed_if_the_kernel_refuses_to_clear_a_page)
{
    kernel = REFUSES;
    have_descendants();
}

TEST(children_are_noticed_if_the_kernel_only_says_that_it_clears_a_page)
{
    kernel = PRETENDS;
    have_descendants();
}

static swiftpager_client *client_of_a_handler;
static swiftpager_pager *pager_of_a_handler;

static void make_a_pager(void)
{
    pager_of_a_handler = make_trouble_pager("/good", NULL, &client_of_a_handler);
}

static void walk_with_the_client_of_the_handler(void *client_of_the_parent)
{
    alarm(60);
    CHECK_STATUS(swiftpager_client_close(client_of_the_parent, -1), SWIFTPAGER_FORKED);
    walk(client_of_a_handler, pager_of_a_handler);
}

/* The host's handler is there before the library is used. */
static void have_a_child_whose_handler_makes_a_client(void)
{
    swiftpager_client *client = NULL;
    REQUIRE_INTEGER(pthread_atfork(NULL, NULL, make_a_pager), 0);
    swiftpager_pager *pager = make_trouble_pager("/good", NULL, &client);
    CHECK_INTEGER(run_in_child(walk_with_the_client_of_the_handler, client), 0);
    walk(client, pager);
}

TEST(a_client_that_a_hosts_fork_handler_makes_is_the_childs)
{
    have_a_child_whose_handler_makes_a_client();
}

TEST(a_client_that_a_hosts_fork_handler_makes_is_the_childs_if_the_kernel_refuses_to_clear_a_page)
{
    kernel = REFUSES;
    have_a_child_whose_handler_makes_a_client();
}

TEST(a_client_that_a_hosts_fork_handler_makes_is_the_childs_if_the_kernel_only_says_that_it_clears_a_page)
{
    kernel = PRETENDS;
    have_a_child_whose_handler_makes_a_client();
}
