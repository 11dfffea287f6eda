/* dlopen() and dlclose(), in the program next to this one. */
#define _GNU_SOURCE /* dladdr */
#include "harness.h"
#include "processes.h"
#include "servers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

/* The words after the path of the library. */
struct loading {
    const char *way;
    const char *url;
};

static void become_loading(void *context)
{
    const struct loading *loading = context;
    char program[4096];
    Dl_info library = {0};
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - sizeof "loading");
    REQUIRE(length > 0);
    program[length] = '\0';
    REQUIRE(strrchr(program, '/') != NULL);
    strcpy(strrchr(program, '/') + 1, "loading");
    REQUIRE(dladdr(swiftpager_version(), &library) != 0);
    execl(program, program, loading->way, library.dli_fname, loading->url, (char *)NULL);
    report_failure(__FILE__, __LINE__, "cannot run %s", program);
}

static void check_loading(const char *way, const char *url)
{
    struct loading loading = {way, url};
    CHECK_INTEGER(run_in_child(become_loading, &loading), 0);
}

TEST_OF_RELEASE(the_library_can_be_loaded_closed_and_loaded_again)
{
    check_loading("again", trouble_url("/stall", "bad=1"));
}

TEST(a_fork_whose_handler_wants_a_lock_that_a_caller_holds_comes_to_its_end)
{
    check_loading("lock", NULL);
}

TEST(what_a_handler_older_than_the_library_begins_is_the_childs)
{
    check_loading("handler", trouble_url("/stall", "bad=1"));
}
