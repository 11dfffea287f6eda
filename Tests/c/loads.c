/* dlopen() and dlclose(), in the program next to this one. */
#define _GNU_SOURCE /* dladdr */
#include "harness.h"
#include "processes.h"
#include "servers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static void become_loading(void *url)
{
    char program[4096];
    Dl_info library = {0};
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - sizeof "loading");
    REQUIRE(length > 0);
    program[length] = '\0';
    REQUIRE(strrchr(program, '/') != NULL);
    strcpy(strrchr(program, '/') + 1, "loading");
    REQUIRE(dladdr(swiftpager_version(), &library) != 0);
    execl(program, program, library.dli_fname, (char *)url, (char *)NULL);
    report_failure(__FILE__, __LINE__, "cannot run %s", program);
}

TEST(the_library_can_be_loaded_closed_and_loaded_again)
{
    CHECK_INTEGER(run_in_child(become_loading, (char *)trouble_url("/stall", "bad=1")), 0);
}

TEST(a_fork_whose_handler_wants_a_lock_that_a_caller_holds_comes_to_its_end)
{
    CHECK_INTEGER(run_in_child(become_loading, NULL), 0);
}
