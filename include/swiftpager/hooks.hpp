// Functions of the program that read the pages of a pager.
#ifndef SWIFTPAGER_HOOKS_HPP
#define SWIFTPAGER_HOOKS_HPP

#include <cstddef>
#include <cstring>
#include <exception>
#include <functional>
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

/// What a hook gives the library: its text, nothing for std::nullopt, or a status and what went wrong.
template <typename Make> swiftpager_status hook_result(char **out, Make &&make) noexcept
{
    const auto give = [out](const char *text, std::size_t length) {
        *out = static_cast<char *>(swiftpager_alloc(length + 1));
        if (*out != nullptr) std::memcpy(*out, text, length + 1);
        return *out != nullptr;
    };
    try {
        const std::optional<std::string> text = make();
        if (!text || give(whole_text(*text), text->size())) return SWIFTPAGER_OK;
        return SWIFTPAGER_NO_MEMORY;
    } catch (const std::exception &failure) {
        give(failure.what(), std::strlen(failure.what()));
    } catch (...) {
        const std::string_view words = "an exception that is not a std::exception";
        give(words.data(), words.size());
    }
    return SWIFTPAGER_HOOK_FAILED;
}

inline swiftpager_status extract_page_info(void *functions, const char *page, std::size_t length, bool is_initial,
                                           char **out) noexcept
{
    return hook_result(out, [&] {
        return static_cast<hooks *>(functions)->extract_page_info(std::string_view(page, length), is_initial);
    });
}

inline swiftpager_status resolve_page(void *functions, const char *page_info, swiftpager_kind direction,
                                      char **out) noexcept
{
    return hook_result(out, [&] { return static_cast<hooks *>(functions)->resolve_page(page_info, direction); });
}

inline swiftpager_status transform(void *functions, const char *page, std::size_t length, char **out) noexcept
{
    return hook_result(out,
                       [&] { return static_cast<hooks *>(functions)->transform(std::string_view(page, length)); });
}

/// The functions as the library takes them; it deletes `functions` when it no longer needs them.
inline swiftpager_pager_hooks hook_functions(hooks *functions) noexcept
{
    swiftpager_pager_hooks table{};
    table.struct_size = sizeof table;
    if (functions->extract_page_info) table.extract_page_info = extract_page_info;
    if (functions->resolve_page) table.resolve_page = resolve_page;
    if (functions->transform) table.transform = transform;
    table.destroy = [](void *owned) { delete static_cast<hooks *>(owned); };
    table.user_data = functions;
    return table;
}

} // namespace detail

} // namespace swiftpager

#endif // SWIFTPAGER_HOOKS_HPP
