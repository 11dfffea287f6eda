// Updates: the states of a list.
#ifndef SWIFTPAGER_UPDATE_HPP
#define SWIFTPAGER_UPDATE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "error.hpp"
#include "page.hpp"

namespace swiftpager {

/// One state of a list, kept as long as this object or a copy of it. Methods throw INVALID_HANDLE for an update that
/// was moved elsewhere.
class update {
public:
    /// Owns an update that the library has retained for the caller.
    static update adopt(const swiftpager_update *handle) noexcept { return update(handle); }

    /// Keeps an update that a callback was given.
    static update retain(const swiftpager_update *handle)
    {
        detail::check(swiftpager_update_retain(handle));
        return update(handle);
    }

    update(const update &other) : handle_(other.handle_)
    {
        if (handle_ != nullptr) detail::check(swiftpager_update_retain(handle_));
    }
    update(update &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    update &operator=(update other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~update() { swiftpager_update_release(handle_); }

    /// Says that you have finished with this update, although you keep it: see pager::resume_token().
    void finish() const { detail::check(swiftpager_update_finish(handle_)); }

    /// OK, or the failure that the update reports.
    swiftpager_status status() const noexcept { return swiftpager_update_status(handle_); }

    /// Throws the failure that the update reports, if it reports one.
    void check() const
    {
        const swiftpager_status ended = status();
        if (ended == SWIFTPAGER_OK) return;
        const char *json = swiftpager_update_error(handle_);
        // A handle that is not one of an update has no error of its own.
        throw error(ended, json == nullptr ? detail::last_error() : json);
    }

    std::size_t page_count() const
    {
        const std::size_t count = swiftpager_update_page_count(handle_);
        if (count == 0) check_presence();
        return count;
    }

    /// The page at an index of the list; no page beyond the last.
    swiftpager::page page_at(std::size_t index) const { return given(swiftpager_update_page_at(handle_, index)); }

    /// The page that the update brings; no page for a failure without one.
    swiftpager::page page() const { return given(swiftpager_update_page(handle_, nullptr)); }

    /// Where the page that the update brings came from: SWIFTPAGER_SOURCE_SERVER, _CACHE, or _NONE for a failure
    /// without a page.
    swiftpager_source source() const noexcept { return swiftpager_update_source(handle_, nullptr); }

    /// The index of page() for page_at(); std::nullopt for a failure without a page.
    std::optional<std::size_t> page_index() const
    {
        std::size_t index = 0;
        if (swiftpager_update_page(handle_, &index) != nullptr) return index;
        check_presence();
        return std::nullopt;
    }

    /// Whether the update shows what has become of a page, without a load that brought it: see "Watching".
    bool is_change() const
    {
        bool is_change = false;
        if (swiftpager_update_source(handle_, &is_change) == SWIFTPAGER_SOURCE_NONE) check_presence();
        return is_change;
    }

    /// All pages as one JSON text.
    std::string_view output() const
    {
        std::size_t length = 0;
        const char *text = swiftpager_update_output(handle_, &length);
        if (text == nullptr) check_presence();
        return detail::view(text, length);
    }

    const swiftpager_update *handle() const noexcept { return handle_; }

private:
    explicit update(const swiftpager_update *handle) noexcept : handle_(handle) {}

    /// C gives NULL both for an update without such a page and for an update that is not there: that one throws.
    swiftpager::page given(const swiftpager_page *handle) const
    {
        if (handle == nullptr) check_presence();
        return swiftpager::page(handle);
    }

    void check_presence() const
    {
        detail::check(swiftpager_update_retain(handle_));
        swiftpager_update_release(handle_);
    }

    const swiftpager_update *handle_;
};

using update_callback = std::function<void(const update &)>;

/// What a pull gives: a value; or nothing, because none came in time, or because none will come any more.
template <typename Value> class pulled_value : public std::optional<Value> {
public:
    /// Nothing came in time.
    pulled_value() noexcept = default;
    explicit pulled_value(Value &&taken) noexcept : std::optional<Value>(std::move(taken)) {}

    static pulled_value end() noexcept
    {
        pulled_value nothing;
        nothing.has_ended_ = true;
        return nothing;
    }

    /// Whether it is empty because nothing will come any more.
    bool has_ended() const noexcept { return has_ended_; }

private:
    bool has_ended_ = false;
};

using pulled = pulled_value<update>;
/// The items of a page as one JSON array.
using pulled_items = pulled_value<std::string>;

namespace detail {

inline void receive(void *user_data, const swiftpager_update *handle) noexcept
{
    receiver<update_callback>::call(
        user_data, [&](const update_callback &function) { function(update::retain(handle)); });
}

/// Values that came beside an exception of a callback, for the next pulls. Several threads may pull at a time.
template <typename Value> class kept_values {
public:
    kept_values() = default;
    kept_values(kept_values &&other) noexcept : values_(std::move(other.values_)) {}
    kept_values &operator=(kept_values &&other) noexcept
    {
        std::swap(values_, other.values_);
        return *this;
    }

    void add(Value &&value)
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        values_.push_back(std::move(value));
    }

    std::optional<Value> take()
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (values_.empty()) return std::nullopt;
        Value first = std::move(values_.front());
        values_.erase(values_.begin());
        return first;
    }

private:
    std::mutex mutex_;
    std::vector<Value> values_;
};

/// Pulls the next value, by a call that runs callbacks and gives the value to its first argument. If a callback throws
/// and a value came, too, `kept` has the value for the next pull.
template <typename Value, typename Call>
pulled_value<Value> pull(kept_values<Value> &kept, std::int32_t timeout_ms, Call &&call)
{
    if (std::optional<Value> before = kept.take()) return pulled_value<Value>(std::move(*before));
    pulled_value<Value> taken;
    std::string json;
    running_call running(timeout_ms != 0);
    const swiftpager_status status =
        status_of([&](char **text) { return std::forward<Call>(call)(taken, text); }, json);
    try {
        running.rethrow();
    } catch (...) {
        if (taken) kept.add(std::move(*taken));
        throw;
    }
    if (status == SWIFTPAGER_TIMEOUT) return pulled_value<Value>();
    if (status != SWIFTPAGER_OK) throw error(status, json.empty() ? last_error() : std::move(json));
    return taken ? std::move(taken) : pulled_value<Value>::end();
}

/// The same of an update, which the call hands out.
template <typename Call> pulled pull_update(kept_values<update> &kept, std::int32_t timeout_ms, Call &&call)
{
    return pull(kept, timeout_ms, [&](pulled &taken, char **text) {
        swiftpager_update *out = nullptr;
        const swiftpager_status status = std::forward<Call>(call)(&out, text);
        if (out != nullptr) taken.emplace(update::adopt(out));
        return status;
    });
}

} // namespace detail

} // namespace swiftpager

#endif // SWIFTPAGER_UPDATE_HPP
