/* A short storm: Tests/c/storm describes it, and `make soak` runs a longer one. */
#include "harness.h"
#include "storm/storm.h"

TEST(threads_that_draw_calls_of_all_functions_break_no_promise)
{
    run_storm(&(struct storm){.seconds = 2, .seed = 1, .threads = 3});
}
