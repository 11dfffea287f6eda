// Pagers, and walks over all pages of a list.
#ifndef SWIFTPAGER_PAGER_HPP
#define SWIFTPAGER_PAGER_HPP

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "calls.hpp"
#include "error.hpp"
#include "operation.hpp"
#include "update.hpp"

namespace swiftpager {

/// A walk over all pages of a list, for a range-for: an update for each page. A walk that fails throws after its last
/// update.
class walk_range {
public:
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = update;
        using difference_type = std::ptrdiff_t;
        using pointer = const update *;
        using reference = const update &;

        iterator() noexcept = default;
        explicit iterator(walk_range *walk) : walk_(walk) { ++*this; }

        // Like every input iterator, it must not be dereferenced at the end.
        // NOLINTBEGIN(bugprone-unchecked-optional-access)
        reference operator*() const noexcept { return *walk_->current_; }
        pointer operator->() const noexcept { return &*walk_->current_; }
        // NOLINTEND(bugprone-unchecked-optional-access)
        iterator &operator++()
        {
            walk_->current_.reset();
            walk_->current_ = walk_->walk_.next();
            if (!walk_->current_) walk_ = nullptr;
            return *this;
        }
        void operator++(int) { ++*this; }
        bool operator==(const iterator &other) const noexcept { return walk_ == other.walk_; }
        bool operator!=(const iterator &other) const noexcept { return walk_ != other.walk_; }

    private:
        walk_range *walk_ = nullptr;
    };

    /// Walks with what swiftpager_pager_walk() began. `kept` lives as long as the walk.
    explicit walk_range(operation &&walk, std::shared_ptr<void> kept = nullptr)
        : kept_(std::move(kept)), walk_(std::move(walk))
    {
    }

    iterator begin() { return iterator(this); }
    iterator end() noexcept { return iterator(); }

private:
    /// The pager, if it was a temporary: a range-for does not keep it.
    std::shared_ptr<void> kept_;
    // The walk goes before its update: a loop that is left has not finished with the page in hand, and a resume token
    // brings the page again.
    std::optional<update> current_;
    operation walk_;
};

namespace detail {

inline swiftpager_status end_pager(swiftpager_pager *handle) noexcept
{
    swiftpager_pager_close(handle);
    return swiftpager_pager_release(handle);
}

} // namespace detail

/// One paginated query, and the pages held of it. Its work ends with this object.
class pager {
public:
    /// Owns a pager of the client.
    explicit pager(swiftpager_pager *handle, swiftpager_client *client = nullptr) noexcept
        : handle_(handle), client_(client)
    {
    }

    // The calls that load pages. `done` is called when the operation has ended; it may be empty.
    operation fetch(const std::string &options_json = {}, completion done = {})
    {
        return start(swiftpager_pager_fetch, options_json, std::move(done));
    }
    operation load_next(const std::string &options_json = {}, completion done = {})
    {
        return start(swiftpager_pager_load_next, options_json, std::move(done));
    }
    operation load_previous(const std::string &options_json = {}, completion done = {})
    {
        return start(swiftpager_pager_load_previous, options_json, std::move(done));
    }
    operation load_all(const std::string &options_json = {}, completion done = {})
    {
        return start(swiftpager_pager_load_all, options_json, std::move(done));
    }

    /// Ends the pager's work, as the destructor does.
    void close() { detail::check(swiftpager_pager_close(handle())); }

    void reset() { detail::check(swiftpager_pager_reset(handle())); }

    bool can_load_next() const { return can_load(SWIFTPAGER_KIND_NEXT); }
    bool can_load_previous() const { return can_load(SWIFTPAGER_KIND_PREVIOUS); }

    /// The state of the list as a new subscriber would get it first; std::nullopt if no page is held.
    std::optional<update> current() const
    {
        swiftpager_update *out = nullptr;
        detail::check(swiftpager_pager_current(handle(), &out));
        if (out == nullptr) return std::nullopt;
        return update::adopt(out);
    }

    /// The pager's state as JSON.
    std::string state() const { return text_of(swiftpager_pager_state); }

    /// The place from which another process can go on: "resume" in the config of a pager of the same list.
    std::string resume_token() const { return text_of(swiftpager_pager_resume_token); }

    /// What the next run needs to load only what is new: "checkpoint" in the config of a pager of the same list.
    std::string checkpoint() const { return text_of(swiftpager_pager_checkpoint); }

    /// A subscription whose updates the program pulls.
    subscription subscribe()
    {
        swiftpager_subscription *out = nullptr;
        detail::check(swiftpager_pager_subscribe(handle(), nullptr, nullptr, nullptr, &out));
        return subscription(out);
    }

    /// Calls `on_update` with each update until the subscription ends: see "Callbacks". The update is valid during the
    /// call, and a copy of it for longer.
    [[nodiscard]] subscription subscribe(update_callback on_update)
    {
        auto receiver = detail::receiver_of(std::move(on_update), client_);
        if (!receiver) return subscribe();
        swiftpager_subscription *out = nullptr;
        detail::check(swiftpager_pager_subscribe(handle(), detail::receive, receiver.release(),
                                                 detail::receiver<update_callback>::destroy, &out));
        return subscription(out);
    }

    /// Begins a walk, whose pages the program pulls with operation::next(), or as columns.
    operation begin_walk(const std::string &options_json = {})
    {
        swiftpager_operation *out = nullptr;
        detail::check([&](char **text) {
            return swiftpager_pager_walk(handle(), detail::optional_text(options_json), &out, text);
        });
        return operation(out);
    }

    /// All pages from the first on, one by one: the next page travels while you work on the page before.
    /// A page with errors in place of the list is only the failure, whose json() has the server's errors. The walk has
    /// an update for each page also if the pager's config says "emit": "end".
    walk_range walk() & { return walk_range(begin_walk(EACH)); }
    walk_range walk() &&
    {
        auto kept = std::make_shared<pager>(std::move(*this));
        return walk_range(kept->begin_walk(EACH), kept);
    }

    swiftpager_pager *handle() const noexcept { return handle_.get(); }

private:
    static constexpr const char *EACH = R"({"emit": "each"})";

    bool can_load(swiftpager_kind direction) const
    {
        bool can_load = false;
        detail::check(swiftpager_pager_can_load(handle(), direction, &can_load));
        return can_load;
    }

    template <typename Function>
    operation start(Function *function, const std::string &options_json, completion done)
    {
        const char *options = detail::optional_text(options_json);
        return detail::start(std::move(done), client_,
                             [&](auto... arguments) { return function(handle(), options, arguments...); });
    }

    template <typename Function> std::string text_of(Function *function) const
    {
        char *text = nullptr;
        detail::check(function(handle(), &text));
        const std::unique_ptr<char, void (*)(void *)> owned(text, swiftpager_free);
        return owned.get();
    }

    detail::owner<swiftpager_pager, detail::end_pager> handle_;
    /// A key, like each handle: it may be stale.
    swiftpager_client *client_;
};

} // namespace swiftpager

#endif // SWIFTPAGER_PAGER_HPP
