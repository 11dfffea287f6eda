// Clients, what observes their requests, and what authorizes them.
#ifndef SWIFTPAGER_CLIENT_HPP
#define SWIFTPAGER_CLIENT_HPP

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "error.hpp"
#include "hooks.hpp"
#include "operation.hpp"
#include "pager.hpp"

namespace swiftpager {

using event_callback = std::function<void(std::string_view event_json)>;

/// A question for the credentials of the caller; move it elsewhere to answer it later. A question that is given up
/// without an answer fails.
class authorization {
public:
    explicit authorization(swiftpager_authorization *handle) noexcept : handle_(handle) {}
    authorization(authorization &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    authorization &operator=(authorization &&other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    authorization(const authorization &) = delete;
    authorization &operator=(const authorization &) = delete;
    ~authorization()
    {
        if (handle_ != nullptr) swiftpager_authorization_fail(handle_, "the authorizer gave no answer");
    }

    /// Answers with headers: {"Authorization": "Bearer …"}.
    void complete(const std::string &headers_json)
    {
        // After headers that a request cannot have, the question still waits.
        detail::check(swiftpager_authorization_complete(handle_, detail::whole_text(headers_json)));
        handle_ = nullptr;
    }

    /// Answers that it has no credentials, and why.
    void fail(const std::string &message)
    {
        swiftpager_status status = swiftpager_authorization_fail(handle_, message.c_str());
        // A message that is not UTF-8 is left out.
        if (status == SWIFTPAGER_INVALID_ARGUMENT) status = swiftpager_authorization_fail(handle_, nullptr);
        detail::check(status);
        handle_ = nullptr;
    }

    swiftpager_authorization *handle() const noexcept { return handle_; }

private:
    swiftpager_authorization *handle_;
};

/// Answers `question`, now or later. `reason` is "start", or "unauthorized" if the server did not accept the last
/// answer. An exception that leaves the function is the answer: the operations end with HOOK_FAILED and its what().
using authorizer = std::function<void(authorization &question, std::string_view reason)>;

namespace detail {

inline void observe(void *user_data, const char *event_json) noexcept
{
    receiver<event_callback>::call(user_data, [&](const event_callback &function) { function(event_json); });
}

inline void authorize(void *user_data, swiftpager_authorization *handle, const char *reason) noexcept
{
    authorization question(handle);
    receiver<authorizer>::call(user_data, [&](const authorizer &function) {
        try {
            function(question, reason);
        } catch (const std::exception &failure) {
            if (question.handle() == nullptr) throw;
            question.fail(failure.what());
        } catch (...) {
            if (question.handle() == nullptr) throw;
        }
    });
}

} // namespace detail

namespace detail {

inline swiftpager_status end_client(swiftpager_client *handle) noexcept
{
    swiftpager_client_close(handle, 0);
    return swiftpager_client_release(handle);
}

} // namespace detail

/// An endpoint with its connections. Its work ends with this object.
class client {
public:
    /// `config_json` holds the keys beside the endpoint; empty: all stay at their defaults.
    explicit client(const std::string &endpoint, const std::string &config_json = {})
    {
        swiftpager_client *out = nullptr;
        detail::check([&](char **text) {
            return swiftpager_client_create(detail::whole_text(endpoint), detail::optional_text(config_json), nullptr,
                                            &out, text);
        });
        handle_ = detail::owner<swiftpager_client, detail::end_client>(out);
    }

    /// Owns a client that swiftpager_client_create() made.
    explicit client(swiftpager_client *handle) noexcept : handle_(handle) {}

    /// A pager of a GraphQL document as it is. `config_json` has the variables, and may be empty.
    pager make_pager(const std::string &query, const std::string &config_json = {})
    {
        return create_pager(query, config_json, nullptr);
    }

    /// The same with functions of your own that read its pages.
    pager make_pager(const std::string &query, const std::string &config_json, hooks functions)
    {
        return create_pager(query, config_json, std::make_unique<hooks>(std::move(functions)));
    }

    /// Sends one query or mutation; `request_json` is an object, as swiftpager_client_execute() takes it. `done` is
    /// called when the operation has ended; it may be empty.
    operation execute(const std::string &request_json, completion done = {})
    {
        const char *request = detail::whole_text(request_json);
        return detail::start(std::move(done), handle(), [&](auto... arguments) {
            return swiftpager_client_execute(handle(), request, arguments...);
        });
    }

    /// Calls `on_event` with what happens to the client's requests: see swiftpager_event_cb. `kinds_json` names the
    /// kinds of events, like ["retry", "failure"]; empty: all. It takes the place of an earlier function, and an empty
    /// function ends it.
    void observe(event_callback on_event, const std::string &kinds_json = {})
    {
        const char *kinds = detail::optional_text(kinds_json);
        auto receiver = detail::receiver_of(std::move(on_event), handle());
        const auto function = receiver ? detail::observe : nullptr;
        const auto destroy = receiver ? detail::receiver<event_callback>::destroy : nullptr;
        detail::check([&](char **text) {
            return swiftpager_client_observe(handle(), kinds, function, receiver.release(), destroy, text);
        });
    }

    /// Asks `authorize` for headers with the credentials of the caller: see swiftpager_client_set_authorizer(). It
    /// takes the place of an earlier function, and an empty function ends it.
    void set_authorizer(authorizer authorize)
    {
        auto receiver = detail::receiver_of(std::move(authorize), handle());
        const auto function = receiver ? detail::authorize : nullptr;
        const auto destroy = receiver ? detail::receiver<authorizer>::destroy : nullptr;
        detail::check([&](char **text) {
            return swiftpager_client_set_authorizer(handle(), function, receiver.release(), destroy, text);
        });
    }

    /// Writes fields over those that a record of the cache has; an empty key: `fields_json` has records by their keys.
    void cache_write(const std::string &key, const std::string &fields_json)
    {
        detail::check([&](char **text) {
            return swiftpager_client_cache_write(handle(), detail::optional_text(key),
                                                 detail::whole_text(fields_json), text);
        });
    }

    /// The fields of a record of the cache; empty if the cache has no such record.
    std::string cache_read(const std::string &key) const
    {
        char *out = nullptr;
        detail::check(
            [&](char **text) { return swiftpager_client_cache_read(handle(), detail::whole_text(key), &out, text); });
        const std::unique_ptr<char, void (*)(void *)> owned(out, swiftpager_free);
        return out == nullptr ? std::string() : std::string(out);
    }

    /// Forgets a record of the cache.
    void cache_evict(const std::string &key)
    {
        detail::check(
            [&](char **text) { return swiftpager_client_cache_evict(handle(), detail::whole_text(key), text); });
    }

    /// Forgets all records of the cache.
    void cache_clear()
    {
        detail::check([&](char **text) { return swiftpager_client_cache_clear(handle(), text); });
    }

    /// Runs waiting callbacks on this thread, and returns how many ran.
    std::uint32_t dispatch(std::int32_t timeout_ms = 0, std::uint32_t max = 0)
    {
        std::uint32_t count = 0;
        detail::running_call call(timeout_ms != 0);
        const swiftpager_status status = swiftpager_client_dispatch(handle(), timeout_ms, max, &count);
        call.rethrow();
        detail::check(status);
        return count;
    }

    /// A file descriptor that is readable while callbacks wait.
    int fd() const
    {
        int out = -1;
        detail::check(swiftpager_client_fd(handle(), &out));
        return out;
    }

    /// The turn of an event loop with many walks: moves the requests as far as they move without waiting, and names at
    /// most so many operations and subscriptions that have something to pull. From the first turn on, `fd()` is also
    /// readable when the next turn has something to do.
    std::vector<swiftpager_ready> ready(std::size_t max = 64)
    {
        std::vector<swiftpager_ready> named(max);
        std::size_t count = 0;
        detail::check(swiftpager_client_ready(handle(), named.data(), max, &count));
        named.resize(count);
        return named;
    }

    void wake() { detail::check(swiftpager_client_wake(handle())); }

    /// Ends all work, and waits for the library's network thread to end. The destructor does not wait.
    void close(std::int32_t timeout_ms = -1) { detail::check(swiftpager_client_close(handle(), timeout_ms)); }

    swiftpager_client *handle() const noexcept { return handle_.get(); }

private:
    pager create_pager(const std::string &query, const std::string &config_json, std::unique_ptr<hooks> functions)
    {
        const char *document = detail::whole_text(query);
        const char *config = detail::optional_text(config_json);
        swiftpager_pager *out = nullptr;
        detail::check([&](char **text) {
            if (!functions)
                return swiftpager_pager_create(handle(), document, config, nullptr, &out, text);
            // From here on the library owns the functions, also if it refuses the call.
            const swiftpager_pager_hooks table = detail::hook_functions(functions.release());
            return swiftpager_pager_create(handle(), document, config, &table, &out, text);
        });
        return pager(out, handle());
    }

    detail::owner<swiftpager_client, detail::end_client> handle_;
};

} // namespace swiftpager

#endif // SWIFTPAGER_CLIENT_HPP
