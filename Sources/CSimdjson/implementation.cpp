#include "implementation.hpp"

#include <atomic>
#include <cstdlib>
#include <ctime>

namespace csimdjson {

namespace {

/// How long exit() waits for threads that are making a parser. That takes microseconds; the bound is for a thread that
/// is not scheduled, or that a fork() left behind.
constexpr int longest_wait_ms = 200;

/// Threads that use simdjson's static objects at this moment. Plain atomics, since nothing destroys those at exit.
std::atomic<int> threads_inside{0};
std::atomic<bool> is_closed{false};

extern "C" void close_door()
{
    is_closed = true;
    for (int waited = 0; threads_inside > 0 && waited < longest_wait_ms; ++waited) {
        const timespec millisecond = {0, 1'000'000};
        nanosleep(&millisecond, nullptr);
    }
}

/// Has simdjson's static objects made, and then registers the handler: exit() runs what was registered last first, so
/// the door closes before those objects are destroyed.
bool register_handler() noexcept
{
    simdjson::get_active_implementation()->name();
    return std::atexit(close_door) == 0;
}

/// While the library is loaded, and not at the first read: exit() may have begun by then, and would destroy one object
/// while the next is being made.
const bool is_registered = register_handler();

/// Counts the thread in, as long as it lives.
struct Visit {
    Visit() noexcept { ++threads_inside; }
    ~Visit() { --threads_inside; }
    Visit(const Visit &) = delete;
    Visit &operator=(const Visit &) = delete;
};

} // namespace

csimdjson_status make_implementation(std::unique_ptr<Implementation> &out) noexcept
{
    // First enter, then look. The closing thread closes first and then looks, so one of the two sees the other.
    const Visit visit;
    if (is_closed || !is_registered) {
        return CSIMDJSON_EXITING;
    }
    // The depth matters to the second stage alone, which does not run.
    const simdjson::error_code error =
        simdjson::get_active_implementation()->create_dom_parser_implementation(0, 1, out);
    switch (error) {
    case simdjson::SUCCESS:
        // Its own memory for tokens, which the parser replaces with memory that it lends.
        out->structural_indexes.reset();
        return CSIMDJSON_OK;
    case simdjson::MEMALLOC:
        out.reset();
        return CSIMDJSON_NO_MEMORY;
    default:
        out.reset();
        return CSIMDJSON_INTERNAL;
    }
}

} // namespace csimdjson
