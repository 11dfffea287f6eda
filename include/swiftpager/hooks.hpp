// Functions of the program that read the pages of a pager.
#ifndef SWIFTPAGER_HOOKS_HPP
#define SWIFTPAGER_HOOKS_HPP

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "error.hpp"

namespace swiftpager {

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

} // namespace swiftpager

#endif // SWIFTPAGER_HOOKS_HPP
