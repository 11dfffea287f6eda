// Reads a text by CSimdjson and by simdjson's DOM: both must accept or refuse it, and find the same values.

#include "csimdjson.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <simdjson.h>
#include <string_view>
#include <vector>

namespace {

constexpr uint32_t maximum_depth = 64;

[[noreturn]] void fail(const char *what)
{
    std::fprintf(stderr, "json_texts: CSimdjson and simdjson's DOM differ: %s\n", what);
    std::abort();
}

void check(bool holds, const char *what)
{
    if (!holds) {
        fail(what);
    }
}

/// Walks the tokens of a text along a value of the DOM.
class Walk {
public:
    explicit Walk(const csimdjson_text *text) : text(text) {}

    void value(simdjson::dom::element element)
    {
        check(token < text->token_count, "there are fewer tokens than values");
        switch (element.type()) {
        case simdjson::dom::element_type::ARRAY:
            array(element.get_array().value_unsafe());
            break;
        case simdjson::dom::element_type::OBJECT:
            object(element.get_object().value_unsafe());
            break;
        case simdjson::dom::element_type::STRING:
            string(element.get_string().value_unsafe());
            break;
        case simdjson::dom::element_type::INT64:
            number('l', element.get_int64().value_unsafe());
            break;
        case simdjson::dom::element_type::UINT64:
            number('u', element.get_uint64().value_unsafe());
            break;
        case simdjson::dom::element_type::DOUBLE:
            number('d', element.get_double().value_unsafe());
            break;
        case simdjson::dom::element_type::BOOL:
            word(element.get_bool().value_unsafe() ? 't' : 'f');
            break;
        case simdjson::dom::element_type::NULL_VALUE:
            word('n');
            break;
        }
    }

    bool is_over() const { return token == text->token_count; }

private:
    char first() const { return static_cast<char>(text->bytes[text->offsets[token]]); }

    void array(simdjson::dom::array array)
    {
        const uint32_t opening = open('[');
        uint32_t count = 0;
        for (simdjson::dom::element element : array) {
            value(element);
            ++count;
        }
        close(opening, ']', count);
    }

    void object(simdjson::dom::object object)
    {
        const uint32_t opening = open('{');
        uint32_t count = 0;
        for (simdjson::dom::key_value_pair member : object) {
            string(member.key);
            value(member.value);
            ++count;
        }
        close(opening, '}', count);
    }

    uint32_t open(char bracket)
    {
        check(first() == bracket, "an object or array begins elsewhere");
        return token++;
    }

    void close(uint32_t opening, char bracket, uint32_t count)
    {
        check(token < text->token_count && first() == bracket, "an object or array ends elsewhere");
        check(text->links[opening] == token, "an opening bracket does not lead to the closing one");
        check(csimdjson_count(text, opening) == count, "the number of elements");
        ++token;
    }

    void string(std::string_view expected)
    {
        check(first() == '"', "a string begins elsewhere");
        uint32_t length = 0;
        const auto *found = reinterpret_cast<const char *>(csimdjson_string(text, token, &length));
        check(std::string_view(found, length) == expected, "the text of a string");
        ++token;
    }

    template <typename Value> void number(char type, Value expected)
    {
        uint64_t bits = 0, expected_bits = 0;
        std::memcpy(&expected_bits, &expected, sizeof expected);
        check(csimdjson_number(text, token, &bits) == type, "the type of a number");
        check(bits == expected_bits, "the value of a number");
        ++token;
    }

    void word(char letter)
    {
        check(first() == letter, "a word");
        ++token;
    }

    const csimdjson_text *text;
    uint32_t token = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const csimdjson_limits limits = {maximum_depth, 12, size_t{64} << 20};
    static csimdjson_parser *const parser = csimdjson_create(&limits);
    static simdjson::dom::parser dom;
    // What follows the text must not count, so it is what would lengthen a number.
    std::vector<uint8_t> padded(data, data + size);
    padded.resize(size + CSIMDJSON_PADDING, '5');

    const csimdjson_text *text = nullptr;
    const csimdjson_status status = csimdjson_read(parser, padded.data(), size, &text);
    simdjson::dom::element element;
    const simdjson::error_code error =
        dom.parse(reinterpret_cast<const char *>(data), size, true).get(element);
    if (status == CSIMDJSON_TOO_DEEP) {
        return 0;
    }
    check((status == CSIMDJSON_OK) == (error == simdjson::SUCCESS), "one of them refuses the text");
    if (status == CSIMDJSON_OK) {
        Walk walk(text);
        walk.value(element);
        check(walk.is_over(), "there are more tokens than values");
    }
    return 0;
}
