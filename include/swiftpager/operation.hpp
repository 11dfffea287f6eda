// Operations and subscriptions.
#ifndef SWIFTPAGER_OPERATION_HPP
#define SWIFTPAGER_OPERATION_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arrow.hpp"
#include "calls.hpp"
#include "error.hpp"
#include "update.hpp"

namespace swiftpager {

/// One call under way. The call goes on after this object is destroyed; one that is pulled ends.
class operation {
public:
    explicit operation(swiftpager_operation *handle) noexcept : handle_(handle) {}

    /// Waits for the end of the operation, and runs the client's callbacks meanwhile. Throws the failure with which the
    /// operation ended. Returns false when the time is over.
    bool wait(std::int32_t timeout_ms = -1)
    {
        std::string json;
        detail::running_call call(timeout_ms != 0);
        const swiftpager_status status = detail::status_of(
            [&](char **text) { return swiftpager_operation_wait(handle(), timeout_ms, text); }, json);
        call.rethrow();
        if (status == SWIFTPAGER_TIMEOUT) return false;
        if (status != SWIFTPAGER_OK) throw error(status, std::move(json));
        return true;
    }

    /// The next update of an operation that is pulled. Empty once the operation has ended well, or
    /// if nothing came in time; next(0) does not wait. If the operation ended with a failure, throws that failure after
    /// its last update. Throws INTERRUPTED if client::wake() ended the wait; the operation goes on.
    pulled next(std::int32_t timeout_ms = -1)
    {
        return detail::pull_update(kept_, timeout_ms, [&](swiftpager_update **out, char **text) {
            return swiftpager_operation_next(handle(), timeout_ms, out, text);
        });
    }

    /// The items of the next page as one JSON array, for a loop that wants nothing else; "null" if the page has no
    /// array. Ends and throws as next() does, and one loop may call both.
    pulled_items next_items(std::int32_t timeout_ms = -1)
    {
        return detail::pull(kept_items_, timeout_ms, [&](pulled_items &taken, char **text) {
            char *out = nullptr;
            std::size_t length = 0;
            const swiftpager_status status =
                swiftpager_operation_next_items(handle(), timeout_ms, &out, &length, text);
            const std::unique_ptr<char, void (*)(void *)> owned(out, swiftpager_free);
            if (owned) taken.emplace(owned.get(), length);
            return status;
        });
    }

    /// How the operation ended; std::nullopt while it goes on. Does not wait.
    std::optional<swiftpager_status> status() const
    {
        bool ended = false;
        swiftpager_status status = SWIFTPAGER_OK;
        detail::check(swiftpager_operation_ended(handle(), &ended, &status));
        if (!ended) return std::nullopt;
        return status;
    }

    /// The body of the response to an executed request; valid as long as the operation.
    std::string_view response() const
    {
        std::size_t length = 0;
        const char *text = swiftpager_operation_response(handle(), &length);
        // Throws for an operation that was moved elsewhere.
        if (text == nullptr) (void)status();
        return detail::view(text, length);
    }

    /// The items of an operation that is pulled, as columns: a batch as soon as its rows are there.
    /// The types are those of `columns_json`, or of the first batch. The stream takes the operation over.
    arrow_stream to_arrow_stream(const std::string &columns_json = {})
    {
        return columns(columns_json, false);
    }

    /// The same, with types that fit all rows: the batches come when the operation has ended.
    arrow_stream to_arrow_table(const std::string &columns_json = {})
    {
        return columns(columns_json, true);
    }

    /// A file descriptor that is readable while next(0) has something to do.
    int fd() const
    {
        int out = -1;
        detail::check(swiftpager_operation_fd(handle(), &out));
        return out;
    }

    /// Ends the operation with CANCELLED.
    void close() { detail::check(swiftpager_operation_close(handle())); }

    swiftpager_operation *handle() const noexcept { return handle_.get(); }

private:
    arrow_stream columns(const std::string &columns_json, bool fits_all_rows)
    {
        arrow_stream out;
        detail::check([&](char **text) {
            return swiftpager_operation_arrow(handle(), detail::optional_text(columns_json), fits_all_rows, out.get(),
                                              text);
        });
        return out;
    }

    // The handle goes first: an update that the program has not taken then comes again after a resume.
    detail::kept_values<update> kept_;
    detail::kept_values<std::string> kept_items_;
    detail::owner<swiftpager_operation, swiftpager_operation_release> handle_;
};

namespace detail {

/// Begins an operation by a call that takes a completion with its user_data and destroy, a handle and an error text.
/// The call must not throw: from its beginning on, the library owns the completion.
template <typename Call> operation start(completion done, swiftpager_client *client, Call &&call)
{
    auto receiver = receiver_of(std::move(done), client);
    swiftpager_operation *out = nullptr;
    check([&](char **text) {
        const auto function = receiver ? complete : nullptr;
        const auto destroy = receiver ? detail::receiver<completion>::destroy : nullptr;
        return call(function, static_cast<void *>(receiver.release()), destroy, &out, text);
    });
    return operation(out);
}

inline swiftpager_status end_subscription(swiftpager_subscription *handle) noexcept
{
    swiftpager_subscription_close(handle);
    return swiftpager_subscription_release(handle);
}

} // namespace detail

/// A subscription, which ends with this object. It has a callback, or the program pulls its updates with next().
class subscription {
public:
    explicit subscription(swiftpager_subscription *handle) noexcept : handle_(handle) {}

    /// The next update. Empty once the pager is gone and no update is left, or if nothing came in time; next(0) does
    /// not wait. Throws INTERRUPTED if client::wake() ended the wait.
    pulled next(std::int32_t timeout_ms = -1)
    {
        return detail::pull_update(kept_, timeout_ms, [&](swiftpager_update **out, char ** /* it hands out no text */) {
            const swiftpager_status status = swiftpager_subscription_next(handle(), timeout_ms, out);
            return status == SWIFTPAGER_CLOSED ? SWIFTPAGER_OK : status;
        });
    }

    /// A file descriptor that is readable while next(0) has something to do.
    int fd() const
    {
        int out = -1;
        detail::check(swiftpager_subscription_fd(handle(), &out));
        return out;
    }

    /// Ends the subscription, as the destructor does.
    void close() { detail::check(swiftpager_subscription_close(handle())); }

    swiftpager_subscription *handle() const noexcept { return handle_.get(); }

private:
    detail::kept_values<update> kept_; // as in an operation
    detail::owner<swiftpager_subscription, detail::end_subscription> handle_;
};

} // namespace swiftpager

#endif // SWIFTPAGER_OPERATION_HPP
