// As much JSON as an error object needs.
#ifndef SWIFTPAGER_JSON_HPP
#define SWIFTPAGER_JSON_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace swiftpager {
namespace detail {

inline void append_utf8(std::string &text, std::uint32_t code)
{
    const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(static_cast<unsigned char>(bits)); };
    if (code < 0x80) {
        byte(code);
        return;
    }
    if (code < 0x800)
        byte(0xC0 | code >> 6);
    else if (code < 0x10000)
        byte(0xE0 | code >> 12);
    else
        byte(0xF0 | code >> 18);
    if (code >= 0x10000) byte(0x80 | (code >> 12 & 0x3F));
    if (code >= 0x800) byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
}

/// The number of four hexadecimal digits, which it leaves behind.
inline std::uint32_t read_hexadecimal(std::string_view json, std::size_t &at)
{
    std::uint32_t number = 0;
    for (const std::size_t end = at + 4; at < end && at < json.size(); at++) {
        const char digit = json[at];
        const int value = digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
        number = number * 16 + static_cast<std::uint32_t>(value & 15);
    }
    return number;
}

/// What a string says whose first quote is before `at`, which is then behind its last one.
inline std::string read_string(std::string_view json, std::size_t &at)
{
    std::string text;
    while (at < json.size() && json[at] != '"') {
        if (json[at] != '\\' || at + 1 == json.size()) {
            text += json[at++];
            continue;
        }
        const char escape = json[at + 1];
        at += 2;
        if (escape == 'u') {
            std::uint32_t code = read_hexadecimal(json, at);
            if ((code & 0xFC00) == 0xD800 && json.substr(at, 2) == "\\u") {
                at += 2;
                code = 0x10000 + ((code & 0x3FF) << 10) + (read_hexadecimal(json, at) & 0x3FF);
            }
            append_utf8(text, code);
        } else {
            const std::size_t control = std::string_view("bfnrt").find(escape);
            text += control == std::string_view::npos ? escape : "\b\f\n\r\t"[control];
        }
    }
    at++;
    return text;
}

/// The text of a member of an object that the library wrote, and not of the objects in it; empty if there is none.
inline std::string text_member(std::string_view json, std::string_view key)
{
    int depth = 0;
    for (std::size_t at = 0; at < json.size();) {
        const char sign = json[at++];
        if (sign == '{' || sign == '[') depth++;
        if (sign == '}' || sign == ']') depth--;
        if (sign != '"') continue;
        const bool is_key = read_string(json, at) == key && depth == 1;
        if (!is_key || json.substr(at, 2) != ":\"") continue;
        at += 2;
        return read_string(json, at);
    }
    return {};
}

} // namespace detail
} // namespace swiftpager

#endif // SWIFTPAGER_JSON_HPP
