// Functions of the program that the library calls, and what happens to an exception in one of them.
//
// An exception must not pass through the library. So the function that the library calls catches it, the object of the
// running call keeps it, and the call rethrows it when C has returned.
#ifndef SWIFTPAGER_CALLS_HPP
#define SWIFTPAGER_CALLS_HPP

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "error.hpp"

namespace swiftpager {

/// Called once when an operation has ended: with OK, or with the failure and its error object as JSON.
using completion = std::function<void(swiftpager_status status, std::string_view error_json)>;

namespace detail {

/// A call of this thread that may run callbacks, while it runs.
class running_call {
public:
    /// `waits`: the call has a time that is not 0.
    explicit running_call(bool waits) noexcept : waits_(waits), outer_(innermost()) { innermost() = this; }
    ~running_call() { innermost() = outer_; }
    running_call(const running_call &) = delete;
    running_call &operator=(const running_call &) = delete;

    /// Throws the first exception that a callback of this call has thrown, if there is one.
    void rethrow()
    {
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    /// Keeps the exception that is being handled, and ends the call. Without a call of this header, on a thread of the
    /// library or in a C function, it ends the process as an exception that leaves a std::thread does.
    static void keep_exception(swiftpager_client *client) noexcept
    {
        running_call *call = innermost();
        if (call == nullptr) std::terminate();
        if (!call->failure_) call->failure_ = std::current_exception();
        // A call that does not wait would leave the wake to the next one that does.
        if (call->waits_) swiftpager_client_wake(client);
    }

private:
    static running_call *&innermost() noexcept
    {
        thread_local running_call *call = nullptr;
        return call;
    }

    bool waits_;
    running_call *outer_;
    std::exception_ptr failure_;
};

/// A function of the program, as the library keeps it in `user_data`.
template <typename Function> struct receiver {
    Function function;
    /// Whose callbacks run where this one runs; NULL if nothing is known of it.
    swiftpager_client *client;

    /// Deletes it: the library's last call with it.
    static void destroy(void *user_data) noexcept { delete static_cast<receiver *>(user_data); }

    /// Calls `body` with the function, and keeps its exception.
    template <typename Body> static void call(void *user_data, Body &&body) noexcept
    {
        // A callback may release what it belongs to, but the library keeps `user_data` until the callback has returned.
        auto *self = static_cast<receiver *>(user_data);
        try {
            body(self->function);
        } catch (...) {
            running_call::keep_exception(self->client);
        }
    }
};

/// A function, ready to be given to the library together with receiver::destroy.
template <typename Function>
std::unique_ptr<receiver<Function>> receiver_of(Function function, swiftpager_client *client)
{
    using kept = receiver<Function>;
    return function ? std::unique_ptr<kept>(new kept{std::move(function), client}) : nullptr;
}

inline void complete(void *user_data, swiftpager_status status, const char *error_json) noexcept
{
    receiver<completion>::call(user_data, [&](const completion &function) {
        function(status, error_json == nullptr ? std::string_view() : std::string_view(error_json));
    });
}

} // namespace detail
} // namespace swiftpager

#endif // SWIFTPAGER_CALLS_HPP
