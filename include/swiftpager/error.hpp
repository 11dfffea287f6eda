// Failures as exceptions, owners of handles, and texts as C takes them.
#ifndef SWIFTPAGER_ERROR_HPP
#define SWIFTPAGER_ERROR_HPP

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "../swiftpager.h"
#include "json.hpp"

namespace swiftpager {

/// The failure with which a call, or the operation that it waited for, ended. Its what() is message(), or the name of
/// the status if there is none.
class error : public std::runtime_error {
public:
    error(swiftpager_status status, std::string json)
        : error(status, detail::text_member(json, "message"), detail::text_member(json, "path"), std::move(json))
    {
    }

    swiftpager_status status() const noexcept { return status_; }

    /// The name of the status, like "NETWORK".
    const char *name() const noexcept { return swiftpager_status_name(status_); }

    /// What went wrong. Empty if there is no error object.
    const std::string &message() const noexcept { return message_; }

    /// The JSON Pointer into the config or the page that is at fault. Empty if there is none.
    const std::string &path() const noexcept { return path_; }

    /// The error object as JSON: "code", "message", and the other keys that swiftpager.h lists. Empty if there is none.
    const std::string &json() const noexcept { return json_; }

private:
    error(swiftpager_status status, std::string &&message, std::string &&path, std::string &&json)
        : std::runtime_error(message.empty() ? swiftpager_status_name(status) : message), status_(status),
          message_(std::move(message)), path_(std::move(path)), json_(std::move(json))
    {
    }

    swiftpager_status status_;
    std::string message_;
    std::string path_;
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

/// The error object of this thread's last call, if that has failed.
inline std::string last_error()
{
    const char *json = swiftpager_last_error();
    return json == nullptr ? std::string() : std::string(json);
}

/// Throws the failure of this thread's last call, which handed out no error text.
inline void check(swiftpager_status status)
{
    if (status != SWIFTPAGER_OK) throw error(status, last_error());
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
    ~owner()
    {
        if (handle_ != nullptr) Release(handle_);
    }

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

} // namespace swiftpager

#endif // SWIFTPAGER_ERROR_HPP
