// swiftpager for C++17: the C contract of swiftpager.h, with owners in place of handles and exceptions in place of
// statuses. Header-only.
//
//     swiftpager::client client("http://127.0.0.1:8000/graphql");
//     for (const swiftpager::update &update : client.make_pager(QUERY).walk())
//         for (std::string_view item : update.last_page().items())
//             std::cout << item << '\n';
//
// A client, pager, operation or subscription can be moved, but not copied. A copy of an update retains the update. A
// page and a std::string_view are valid as long as the update that they were taken from, or a copy of it. The rules of
// swiftpager.h on threads, callbacks and fork() hold here, too. Call the functions of swiftpager.h with `handle()` for
// everything that has no method.
#ifndef SWIFTPAGER_HPP
#define SWIFTPAGER_HPP

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "swiftpager.h"

namespace swiftpager {

/// The failure with which a call, or the operation that it waited for, ended.
class error : public std::runtime_error {
public:
    error(swiftpager_status status, std::string json)
        : std::runtime_error(json.empty() ? swiftpager_status_name(status) : json), status_(status),
          json_(std::move(json))
    {
    }

    swiftpager_status status() const noexcept { return status_; }

    /// The name of the status, like "NETWORK".
    const char *name() const noexcept { return swiftpager_status_name(status_); }

    /// The error object as JSON: "code", "message", and the other keys that swiftpager.h lists. Empty if there is none.
    const std::string &json() const noexcept { return json_; }

private:
    swiftpager_status status_;
    std::string json_;
};

namespace detail {

/// Makes a call that hands out an error text, and returns its status.
///
/// It reads the text after the call. In `check(call(…, &text), text)` the compiler may read `text` before the call
/// writes it.
template <typename Call> swiftpager_status status_of(Call &&call, std::string &json)
{
    char *text = nullptr;
    const swiftpager_status status = std::forward<Call>(call)(&text);
    const std::unique_ptr<char, void (*)(void *)> owned(text, swiftpager_free);
    if (owned) json = owned.get();
    return status;
}

/// Makes a call that hands out an error text, and throws its failure.
template <typename Call> void check(Call &&call)
{
    std::string json;
    const swiftpager_status status = status_of(std::forward<Call>(call), json);
    if (status != SWIFTPAGER_OK) throw error(status, std::move(json));
}

/// Throws the failure of a call that has no error text.
inline void check(swiftpager_status status)
{
    if (status != SWIFTPAGER_OK) throw error(status, std::string());
}

/// Owns a handle and gives it back once.
template <typename Handle, swiftpager_status (*Release)(Handle *)> class owner {
public:
    owner() noexcept = default;
    explicit owner(Handle *handle) noexcept : handle_(handle) {}
    owner(owner &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    owner &operator=(owner &&other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() { Release(handle_); }

    Handle *get() const noexcept { return handle_; }

private:
    Handle *handle_ = nullptr;
};

inline std::string_view view(const char *text, std::size_t length) noexcept
{
    return text == nullptr ? std::string_view() : std::string_view(text, length);
}

/// The text as C takes it. Throws for a text with a NUL inside, because C would see only the part before the NUL.
inline const char *whole_text(const std::string &text)
{
    if (text.find('\0') != std::string::npos)
        throw error(SWIFTPAGER_INVALID_ARGUMENT,
                    R"({"code":"INVALID_ARGUMENT","message":"a text has a NUL inside, which ends it in C"})");
    return text.c_str();
}

/// NULL for a text that was left out.
inline const char *optional_text(const std::string &text)
{
    return text.empty() ? nullptr : whole_text(text);
}

} // namespace detail

/// Functions of your own that read the pages of a pager; each may be empty: see swiftpager_pager_hooks. They return
/// JSON text, or std::nullopt for what is NULL in C. An exception that leaves a function ends the operation with
/// HOOK_FAILED and the exception's what().
///
/// They live until the pager is gone and the library calls none of them any more. The library calls them in the same
/// places as callbacks.
struct hooks {
    /// What a page says of its list: an object with "can_load_next", "can_load_previous", "end_cursor", "start_cursor".
    std::function<std::optional<std::string>(std::string_view page, bool is_initial)> extract_page_info;
    /// The request for the page beyond one end of the list, SWIFTPAGER_KIND_NEXT or _PREVIOUS.
    std::function<std::optional<std::string>(std::string_view page_info, swiftpager_kind direction)> resolve_page;
    /// What page::model() gives.
    std::function<std::optional<std::string>(std::string_view page)> transform;
};

namespace detail {

/// The text as JSON, with its quotes.
inline std::string quoted(const char *text)
{
    std::string json = "\"";
    for (; *text != '\0'; text++) {
        const auto byte = static_cast<unsigned char>(*text);
        if (byte < 0x20) {
            json += "\\u00";
            json += "0123456789abcdef"[byte >> 4];
            json += "0123456789abcdef"[byte & 15];
        } else {
            if (byte == '"' || byte == '\\') json += '\\';
            json += *text;
        }
    }
    return json + '"';
}

/// What a hook returns, in memory of malloc(); NULL for std::nullopt.
template <typename Make> char *hook_result(Make &&make) noexcept
{
    std::optional<std::string> text;
    try {
        try {
            text = make();
            if (text) whole_text(*text);
        } catch (const std::exception &failure) {
            text = "{\"error\":" + quoted(failure.what()) + "}";
        } catch (...) {
            text = "{\"error\":\"an exception that is not a std::exception\"}";
        }
    } catch (...) {
        // There is no memory for a message: text that is not JSON tells the library that something failed.
        text = std::string();
    }
    if (!text) return nullptr;
    auto *memory = static_cast<char *>(std::malloc(text->size() + 1));
    if (memory != nullptr) std::memcpy(memory, text->c_str(), text->size() + 1);
    return memory;
}

inline char *extract_page_info(void *functions, const char *page, std::size_t length, bool is_initial) noexcept
{
    return hook_result([&] {
        return static_cast<hooks *>(functions)->extract_page_info(std::string_view(page, length), is_initial);
    });
}

inline char *resolve_page(void *functions, const char *page_info, swiftpager_kind direction) noexcept
{
    return hook_result([&] { return static_cast<hooks *>(functions)->resolve_page(page_info, direction); });
}

inline char *transform(void *functions, const char *page, std::size_t length) noexcept
{
    return hook_result([&] { return static_cast<hooks *>(functions)->transform(std::string_view(page, length)); });
}

/// The functions as the library takes them; the library deletes them when it no longer needs them.
inline swiftpager_pager_hooks hook_functions(std::unique_ptr<hooks> functions) noexcept
{
    swiftpager_pager_hooks table{};
    table.struct_size = sizeof table;
    if (functions->extract_page_info) table.extract_page_info = extract_page_info;
    if (functions->resolve_page) table.resolve_page = resolve_page;
    if (functions->transform) table.transform = transform;
    table.destroy = [](void *owned) { delete static_cast<hooks *>(owned); };
    table.user_data = functions.release();
    return table;
}

} // namespace detail

/// The items of a page, each in place: of an edge its node.
class item_range {
public:
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = std::string_view;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = std::string_view;

        iterator(const swiftpager_page *page, std::size_t index) noexcept : page_(page), index_(index) {}

        std::string_view operator*() const
        {
            std::size_t length = 0;
            const char *item = swiftpager_page_item(page_, index_, &length);
            if (item == nullptr) throw error(SWIFTPAGER_NO_MEMORY, std::string());
            return std::string_view(item, length);
        }
        iterator &operator++() noexcept
        {
            ++index_;
            return *this;
        }
        iterator operator++(int) noexcept { return iterator(page_, index_++); }
        bool operator==(const iterator &other) const noexcept { return index_ == other.index_; }
        bool operator!=(const iterator &other) const noexcept { return index_ != other.index_; }

    private:
        const swiftpager_page *page_;
        std::size_t index_;
    };

    explicit item_range(const swiftpager_page *page) noexcept : page_(page) {}

    iterator begin() const noexcept { return iterator(page_, 0); }
    iterator end() const noexcept { return iterator(page_, size()); }
    std::size_t size() const noexcept { return swiftpager_page_item_count(page_); }

private:
    const swiftpager_page *page_;
};

/// One page; valid as long as its update. A part that the response does not have is empty.
class page {
public:
    explicit page(const swiftpager_page *handle) noexcept : handle_(handle) {}

    /// False if the update has no page.
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    std::string_view response() const noexcept { return part(swiftpager_page_response); }
    std::string_view data() const noexcept { return part(swiftpager_page_data); }
    std::string_view errors() const noexcept { return part(swiftpager_page_errors); }
    std::string_view info() const noexcept { return part(swiftpager_page_info); }
    std::string_view extensions() const noexcept { return part(swiftpager_page_extensions); }
    /// The lists inside the items that may not be whole, as JSON.
    std::string_view nested() const noexcept { return part(swiftpager_page_nested); }
    /// The array of items as the server sent it.
    std::string_view items_array() const noexcept { return part(swiftpager_page_items); }
    /// The items one a line: NDJSON.
    std::string_view ndjson() const noexcept { return part(swiftpager_page_ndjson); }

    /// What the hook `transform` made of the page.
    std::string_view model() const noexcept { return part(swiftpager_page_model); }

    /// The value of a header of the response. Upper and lower case do not matter in `name`.
    std::string_view header(const std::string &name) const noexcept
    {
        std::size_t length = 0;
        const char *text = swiftpager_page_header(handle_, name.c_str(), &length);
        return detail::view(text, length);
    }

    /// The items one by one: of an edge its node.
    item_range items() const noexcept { return item_range(handle_); }
    std::size_t item_count() const noexcept { return swiftpager_page_item_count(handle_); }
    swiftpager_kind kind() const noexcept { return swiftpager_page_kind(handle_); }

    const swiftpager_page *handle() const noexcept { return handle_; }

private:
    std::string_view part(const char *(*function)(const swiftpager_page *, std::size_t *)) const noexcept
    {
        std::size_t length = 0;
        const char *text = function(handle_, &length);
        return detail::view(text, length);
    }

    const swiftpager_page *handle_;
};

/// One state of a list, kept as long as this object or a copy of it.
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
    void finish() { detail::check(swiftpager_update_finish(handle_)); }

    /// OK, or the failure that the update reports.
    swiftpager_status status() const noexcept { return swiftpager_update_status(handle_); }

    /// Throws the failure that the update reports, if it reports one.
    void check() const
    {
        const swiftpager_status ended = status();
        if (ended == SWIFTPAGER_OK) return;
        const char *json = swiftpager_update_error(handle_);
        throw error(ended, json == nullptr ? "" : json);
    }

    std::size_t page_count() const noexcept { return swiftpager_update_page_count(handle_); }
    page page_at(std::size_t index) const noexcept { return page(swiftpager_update_page_at(handle_, index)); }
    page last_page() const noexcept { return page(swiftpager_update_last_page(handle_)); }

    /// All pages as one JSON text.
    std::string_view output() const noexcept
    {
        std::size_t length = 0;
        const char *text = swiftpager_update_output(handle_, &length);
        return detail::view(text, length);
    }

    const swiftpager_update *handle() const noexcept { return handle_; }

private:
    explicit update(const swiftpager_update *handle) noexcept : handle_(handle) {}

    const swiftpager_update *handle_;
};

/// One call under way. The call goes on after this object is destroyed; a call that was begun with {"pull": true} is
/// cancelled.
class operation {
public:
    explicit operation(swiftpager_operation *handle) noexcept : handle_(handle) {}

    /// Waits for the end of the operation, and runs the client's callbacks meanwhile. Throws the failure with which the
    /// operation ended. Returns false when the time is over.
    bool wait(std::int32_t timeout_ms = -1)
    {
        std::string json;
        const swiftpager_status status = detail::status_of(
            [&](char **text) { return swiftpager_operation_wait(handle(), timeout_ms, text); }, json);
        if (status == SWIFTPAGER_TIMEOUT) return false;
        if (status != SWIFTPAGER_OK) throw error(status, std::move(json));
        return true;
    }

    /// The next update of an operation that was begun with {"pull": true}; std::nullopt once the operation has ended
    /// well. If it ended with a failure, throws that failure after its last update. Also throws TIMEOUT and
    /// INTERRUPTED; the operation goes on after these.
    std::optional<update> next(std::int32_t timeout_ms = -1)
    {
        swiftpager_update *out = nullptr;
        detail::check([&](char **text) { return swiftpager_operation_next(handle(), timeout_ms, &out, text); });
        if (out == nullptr) return std::nullopt;
        return update::adopt(out);
    }

    /// How the operation ended; std::nullopt while it goes on. Does not wait.
    std::optional<swiftpager_status> status() const
    {
        bool ended = false;
        swiftpager_status status = SWIFTPAGER_OK;
        detail::check(swiftpager_operation_status(handle(), &ended, &status));
        if (!ended) return std::nullopt;
        return status;
    }

    /// The body of the response to an executed request; valid as long as the operation.
    std::string_view response() const noexcept
    {
        std::size_t length = 0;
        const char *text = swiftpager_operation_response(handle(), &length);
        return detail::view(text, length);
    }

    /// A file descriptor that is readable while next(0) has something to do.
    int fd() const
    {
        int out = -1;
        detail::check(swiftpager_operation_fd(handle(), &out));
        return out;
    }

    void cancel() { detail::check(swiftpager_operation_cancel(handle())); }

    swiftpager_operation *handle() const noexcept { return handle_.get(); }

private:
    detail::owner<swiftpager_operation, swiftpager_operation_release> handle_;
};

/// A subscription whose updates the program pulls with next().
class subscription {
public:
    explicit subscription(swiftpager_subscription *handle) noexcept : handle_(handle) {}

    /// The next update; std::nullopt when the pager is gone and no update is left. Also throws TIMEOUT and
    /// INTERRUPTED.
    std::optional<update> next(std::int32_t timeout_ms = -1)
    {
        swiftpager_update *out = nullptr;
        const swiftpager_status status = swiftpager_subscription_next(handle(), timeout_ms, &out);
        if (status == SWIFTPAGER_CLOSED) return std::nullopt;
        detail::check(status);
        return update::adopt(out);
    }

    /// A file descriptor that is readable while next(0) has something to do.
    int fd() const
    {
        int out = -1;
        detail::check(swiftpager_subscription_fd(handle(), &out));
        return out;
    }

    swiftpager_subscription *handle() const noexcept { return handle_.get(); }

private:
    detail::owner<swiftpager_subscription, swiftpager_subscription_release> handle_;
};

/// A walk over all pages of a list, for a range-for: an update for each page. A walk that fails throws after its last
/// update. The walk leaves out a page with errors in place of the list, and the
/// exception has these errors.
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
        bool operator==(const iterator &other) const noexcept { return walk_ == other.walk_; }
        bool operator!=(const iterator &other) const noexcept { return walk_ != other.walk_; }

    private:
        walk_range *walk_ = nullptr;
    };

    /// Walks with a load_all that was begun with {"pull": true}. `kept` lives as long as the walk.
    explicit walk_range(operation &&walk, std::shared_ptr<void> kept = nullptr)
        : kept_(std::move(kept)), walk_(std::move(walk))
    {
    }

    iterator begin() { return iterator(this); }
    iterator end() noexcept { return iterator(); }

private:
    /// The pager, if it was a temporary: a range-for does not keep it.
    std::shared_ptr<void> kept_;
    operation walk_;
    std::optional<update> current_;
};

/// One paginated query, and the pages held of it.
class pager {
public:
    explicit pager(swiftpager_pager *handle) noexcept : handle_(handle) {}

    operation fetch(const std::string &options_json = {}) { return start(swiftpager_pager_fetch, options_json); }
    operation refetch(const std::string &options_json = {}) { return start(swiftpager_pager_refetch, options_json); }
    operation load_next(const std::string &options_json = {})
    {
        return start(swiftpager_pager_load_next, options_json);
    }
    operation load_previous(const std::string &options_json = {})
    {
        return start(swiftpager_pager_load_previous, options_json);
    }
    operation load_all(const std::string &options_json = {}) { return start(swiftpager_pager_load_all, options_json); }

    void reset() { detail::check(swiftpager_pager_reset(handle())); }

    bool can_load_next() const
    {
        bool can_load = false;
        detail::check(swiftpager_pager_can_load_next(handle(), &can_load));
        return can_load;
    }
    bool can_load_previous() const
    {
        bool can_load = false;
        detail::check(swiftpager_pager_can_load_previous(handle(), &can_load));
        return can_load;
    }

    /// The pager's state as JSON.
    std::string state() const
    {
        char *text = nullptr;
        detail::check(swiftpager_pager_state(handle(), &text));
        const std::unique_ptr<char, void (*)(void *)> owned(text, swiftpager_free);
        return owned.get();
    }

    /// The place from which another process can go on: "resume" in the config of a pager of the same list.
    std::string resume_token() const
    {
        char *text = nullptr;
        detail::check(swiftpager_pager_resume_token(handle(), &text));
        const std::unique_ptr<char, void (*)(void *)> owned(text, swiftpager_free);
        return owned.get();
    }

    /// A subscription whose updates the program pulls.
    subscription subscribe()
    {
        swiftpager_subscription *out = nullptr;
        detail::check(swiftpager_pager_subscribe(handle(), nullptr, nullptr, nullptr, &out));
        return subscription(out);
    }

    /// All pages from the first on, one by one: the next page travels while you work on the page before.
    walk_range walk() & { return walk_range(load_all(walk_options())); }
    walk_range walk() &&
    {
        auto kept = std::make_shared<pager>(std::move(*this));
        return walk_range(kept->load_all(walk_options()), kept);
    }

    swiftpager_pager *handle() const noexcept { return handle_.get(); }

private:
    static const char *walk_options() noexcept { return R"({"pull": true, "failed_pages": false})"; }

    template <typename Function> operation start(Function *function, const std::string &options_json)
    {
        swiftpager_operation *out = nullptr;
        detail::check([&](char **text) {
            return function(handle(), detail::optional_text(options_json), nullptr, nullptr, nullptr, &out, text);
        });
        return operation(out);
    }

    detail::owner<swiftpager_pager, swiftpager_pager_release> handle_;
};

/// An endpoint with its connections.
class client {
public:
    /// `config_json` holds the keys beside the endpoint; empty: all stay at their defaults.
    explicit client(const std::string &endpoint, const std::string &config_json = {})
    {
        swiftpager_client *out = nullptr;
        detail::check([&](char **text) {
            return swiftpager_client_create_with_endpoint(detail::whole_text(endpoint),
                                                          detail::optional_text(config_json), nullptr, &out, text);
        });
        handle_ = detail::owner<swiftpager_client, swiftpager_client_release>(out);
    }

    /// A pager of a GraphQL document as it is. `variables_json` and `config_json` may be empty.
    pager make_pager(const std::string &query, const std::string &variables_json = {},
                     const std::string &config_json = {})
    {
        return create_pager(query, variables_json, config_json, nullptr);
    }

    /// The same with functions of your own that read its pages.
    pager make_pager(const std::string &query, const std::string &variables_json, const std::string &config_json,
                     hooks functions)
    {
        const swiftpager_pager_hooks table = detail::hook_functions(std::make_unique<hooks>(std::move(functions)));
        return create_pager(query, variables_json, config_json, &table);
    }

    /// Sends one query or mutation; `request_json` is an object, as swiftpager_client_execute() takes it.
    operation execute(const std::string &request_json)
    {
        swiftpager_operation *out = nullptr;
        detail::check([&](char **text) {
            return swiftpager_client_execute(handle(), detail::whole_text(request_json), nullptr, nullptr, nullptr,
                                             &out, text);
        });
        return operation(out);
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
        detail::check(swiftpager_client_dispatch(handle(), timeout_ms, max, &count));
        return count;
    }

    /// A file descriptor that is readable while callbacks wait.
    int fd() const
    {
        int out = -1;
        detail::check(swiftpager_client_fd(handle(), &out));
        return out;
    }

    void wake() { detail::check(swiftpager_client_wake(handle())); }

    void shutdown(std::int32_t timeout_ms = -1) { detail::check(swiftpager_client_shutdown(handle(), timeout_ms)); }

    swiftpager_client *handle() const noexcept { return handle_.get(); }

private:
    pager create_pager(const std::string &query, const std::string &variables_json, const std::string &config_json,
                       const swiftpager_pager_hooks *table)
    {
        swiftpager_pager *out = nullptr;
        detail::check([&](char **text) {
            return swiftpager_pager_create_with_query(
                handle(), detail::whole_text(query), detail::optional_text(variables_json),
                detail::optional_text(config_json), table, &out, text);
        });
        return pager(out);
    }

    detail::owner<swiftpager_client, swiftpager_client_release> handle_;
};

} // namespace swiftpager

#endif // SWIFTPAGER_HPP
