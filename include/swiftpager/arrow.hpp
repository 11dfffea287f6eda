// Items as columns of Apache Arrow. The structs are those of the Arrow C data interface: see swiftpager_arrow.h.
#ifndef SWIFTPAGER_ARROW_HPP
#define SWIFTPAGER_ARROW_HPP

#include <cerrno>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "../swiftpager_arrow.h"
#include "calls.hpp"
#include "error.hpp"
#include "page.hpp"

namespace swiftpager {

/// Owns an ArrowSchema, ArrowArray or ArrowArrayStream, and calls its `release`.
template <typename Struct> class arrow_owner {
public:
    arrow_owner() noexcept = default;
    arrow_owner(arrow_owner &&other) noexcept : value_(other.value_) { other.value_.release = nullptr; }
    arrow_owner &operator=(arrow_owner &&other) noexcept
    {
        std::swap(value_, other.value_);
        return *this;
    }
    arrow_owner(const arrow_owner &) = delete;
    arrow_owner &operator=(const arrow_owner &) = delete;
    ~arrow_owner()
    {
        if (value_.release != nullptr) value_.release(&value_);
    }

    /// Whether there is something to release.
    explicit operator bool() const noexcept { return value_.release != nullptr; }

    /// The struct, which stays this object's: for functions that write it or look at it.
    Struct *get() noexcept { return &value_; }
    const Struct *get() const noexcept { return &value_; }

    /// Moves the struct to another library, which calls its `release` from then on.
    void move_to(Struct *out) noexcept
    {
        *out = value_;
        value_.release = nullptr;
    }

private:
    Struct value_{};
};

using arrow_schema = arrow_owner<ArrowSchema>;
using arrow_array = arrow_owner<ArrowArray>;

/// The items of a page, or of a table: types and values.
struct record_batch {
    arrow_schema schema;
    arrow_array array;
};

/// The failure of a function of a stream.
class arrow_error : public std::runtime_error {
public:
    arrow_error(int code, const char *message)
        : std::runtime_error(message == nullptr ? "the stream failed" : message), code_(code)
    {
    }

    /// A number of errno.h: see swiftpager_operation_arrow(). EINTR: the wait was ended, and the stream goes on.
    int code() const noexcept { return code_; }

private:
    int code_;
};

/// The items of an operation as a stream of record batches. Iterate with next(), or pass `get()` or move_to() to a
/// library that takes an ArrowArrayStream. An exception of a callback ends the process if it comes while that library
/// calls the stream, because no call of this header can rethrow it.
class arrow_stream : public arrow_owner<ArrowArrayStream> {
public:
    /// The types of the columns.
    arrow_schema schema()
    {
        check_presence();
        arrow_schema out;
        detail::running_call call(true);
        const int code = get()->get_schema(get(), out.get());
        call.rethrow();
        if (code != 0) throw arrow_error(code, get()->get_last_error(get()));
        return out;
    }

    /// The next batch; std::nullopt at the end.
    std::optional<arrow_array> next()
    {
        if (kept_) return std::exchange(kept_, std::nullopt);
        check_presence();
        arrow_array out;
        detail::running_call call(true);
        const int code = get()->get_next(get(), out.get());
        // The next call gives the batch that came beside the exception.
        if (out) kept_ = std::move(out);
        call.rethrow();
        if (code != 0) throw arrow_error(code, get()->get_last_error(get()));
        return std::exchange(kept_, std::nullopt);
    }

private:
    /// A stream that was moved elsewhere has no functions to call.
    void check_presence() const
    {
        if (!*this) throw arrow_error(EINVAL, "the stream was moved elsewhere");
    }

    std::optional<arrow_array> kept_;
};

/// Collects the rows of pages as columns, with types that fit them all: see swiftpager_table_create().
class table {
public:
    /// `columns_json` names the columns; empty: the keys of the rows.
    explicit table(const std::string &columns_json = {})
    {
        swiftpager_table *out = nullptr;
        detail::check([&](char **text) {
            return swiftpager_table_create(detail::optional_text(columns_json), &out, text);
        });
        handle_ = detail::owner<swiftpager_table, swiftpager_table_release>(out);
    }

    /// Appends the items of a page, all or none.
    void add(const page &page)
    {
        detail::check([&](char **text) { return swiftpager_table_add(handle(), page.handle(), text); });
    }

    /// Appends the elements of a JSON array.
    void add_rows(std::string_view rows_json)
    {
        detail::check([&](char **text) {
            return swiftpager_table_add_rows(handle(), rows_json.data(), rows_json.size(), text);
        });
    }

    /// Widens the types until they hold these rows, which the table does not get.
    void fit(std::string_view rows_json)
    {
        detail::check([&](char **text) {
            return swiftpager_table_fit(handle(), rows_json.data(), rows_json.size(), text);
        });
    }

    /// Takes the oldest rows out; a batch without rows if none are left.
    record_batch take()
    {
        record_batch out;
        detail::check([&](char **text) {
            return swiftpager_table_take(handle(), out.schema.get(), out.array.get(), text);
        });
        return out;
    }

    swiftpager_table *handle() const noexcept { return handle_.get(); }

private:
    detail::owner<swiftpager_table, swiftpager_table_release> handle_;
};

/// The items of a page as a record batch.
inline record_batch columns_of(const page &page, const std::string &columns_json = {})
{
    record_batch out;
    detail::check([&](char **text) {
        return swiftpager_page_arrow(page.handle(), detail::optional_text(columns_json), out.schema.get(),
                                     out.array.get(), text);
    });
    return out;
}

} // namespace swiftpager

#endif // SWIFTPAGER_ARROW_HPP
