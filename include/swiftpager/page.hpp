// Pages and their items.
#ifndef SWIFTPAGER_PAGE_HPP
#define SWIFTPAGER_PAGE_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "error.hpp"

namespace swiftpager {

class item_range;
class item_spans;

namespace detail {

/// Why a function gave nothing for a page: the page is not there, or there is not enough memory.
inline error failure_of(const swiftpager_page *page)
{
    const swiftpager_status status = swiftpager_page_retain(page);
    if (status != SWIFTPAGER_OK) return error(status, last_error());
    swiftpager_page_release(page);
    return error(SWIFTPAGER_NO_MEMORY, std::string());
}

} // namespace detail

/// One page, kept as long as this object, a copy of it, or a range of its items: also beyond its update. A part that
/// the response does not have is empty. Methods throw INVALID_HANDLE if there is no page.
class page {
public:
    /// Keeps a page; NULL: there is no page.
    explicit page(const swiftpager_page *handle) : handle_(handle)
    {
        if (handle != nullptr) detail::check(swiftpager_page_retain(handle));
    }
    page(const page &other) : page(other.handle_) {}
    page(page &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    page &operator=(page other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~page() { swiftpager_page_release(handle_); }

    /// False if there is no page: the update reports a failure without one, or the page was moved elsewhere.
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    std::string_view response() const { return part(swiftpager_page_response); }
    std::string_view data() const { return part(swiftpager_page_data); }
    std::string_view errors() const { return part(swiftpager_page_errors); }
    std::string_view info() const { return part(swiftpager_page_info); }
    std::string_view extensions() const { return part(swiftpager_page_extensions); }
    /// The lists inside the items that may not be whole, as JSON.
    std::string_view nested() const { return part(swiftpager_page_nested); }
    /// The array of items as the server sent it.
    std::string_view items_array() const { return part(swiftpager_page_items); }
    /// The items one a line: NDJSON.
    std::string_view ndjson() const { return part(swiftpager_page_ndjson); }

    /// What the hook `transform` made of the page.
    std::string_view model() const { return part(swiftpager_page_model); }

    /// The value of a header of the response. Upper and lower case do not matter in `name`.
    std::string_view header(const std::string &name) const
    {
        const char *header = detail::whole_text(name);
        return part([header](const swiftpager_page *handle, std::size_t *length) {
            return swiftpager_page_header(handle, header, length);
        });
    }

    /// All header lines of the response as they came.
    std::string_view headers() const
    {
        return part([](const swiftpager_page *handle, std::size_t *length) {
            return swiftpager_page_header(handle, nullptr, length);
        });
    }

    /// The places of all items: of an edge its node, or with `nodes` false the elements as they are.
    item_spans spans(bool nodes = true) const;

    /// The items one by one: of an edge its node.
    item_range items() const;

    std::size_t item_count() const
    {
        const std::size_t count = swiftpager_page_item_count(handle_);
        if (count == 0) check_presence();
        return count;
    }

    swiftpager_kind kind() const noexcept { return swiftpager_page_kind(handle_); }

    const swiftpager_page *handle() const noexcept { return handle_; }

private:
    /// C gives nothing both for a part that the response does not have and for a page that is not there.
    void check_presence() const
    {
        detail::check(swiftpager_page_retain(handle_));
        swiftpager_page_release(handle_);
    }

    template <typename Function> std::string_view part(Function function) const
    {
        std::size_t length = 0;
        const char *text = function(handle_, &length);
        if (text == nullptr) check_presence();
        return detail::view(text, length);
    }

    const swiftpager_page *handle_;
};

/// The items of a page, each in place: of an edge its node. The range keeps the page; its iterators do not.
class item_range {
public:
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = std::string_view;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = std::string_view;

        iterator() noexcept = default;
        iterator(const swiftpager_page *page, std::size_t index) noexcept : page_(page), index_(index) {}

        std::string_view operator*() const
        {
            std::size_t length = 0;
            const char *item = swiftpager_page_item(page_, index_, &length);
            if (item == nullptr) throw detail::failure_of(page_);
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
        const swiftpager_page *page_ = nullptr;
        std::size_t index_ = 0;
    };

    /// Throws INVALID_HANDLE if there is no page.
    explicit item_range(page kept) : page_(std::move(kept)), count_(page_.item_count()) {}

    iterator begin() const noexcept { return iterator(page_.handle(), 0); }
    iterator end() const noexcept { return iterator(page_.handle(), count_); }
    std::size_t size() const noexcept { return count_; }

private:
    page page_;
    std::size_t count_;
};

/// The places of all items of a page, found in one call: item after item without a further call of the library. They
/// keep the page; their iterators do not.
class item_spans {
public:
    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = std::string_view;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = std::string_view;

        iterator() noexcept = default;
        iterator(const char *response, const std::uint64_t *span) noexcept : response_(response), span_(span) {}

        std::string_view operator*() const noexcept { return std::string_view(response_ + span_[0], span_[1]); }
        iterator &operator++() noexcept
        {
            span_ += 2;
            return *this;
        }
        iterator operator++(int) noexcept
        {
            iterator before = *this;
            span_ += 2;
            return before;
        }
        bool operator==(const iterator &other) const noexcept { return span_ == other.span_; }
        bool operator!=(const iterator &other) const noexcept { return span_ != other.span_; }

    private:
        const char *response_ = nullptr;
        const std::uint64_t *span_ = nullptr;
    };

    /// Throws INVALID_HANDLE if there is no page.
    item_spans(page kept, bool nodes) : page_(std::move(kept)), response_(page_.response().data())
    {
        spans_ = swiftpager_page_spans(page_.handle(), nodes, &count_);
        // A page without an array of items has no spans, and no items.
        if (spans_ == nullptr && page_.item_count() > 0) throw detail::failure_of(page_.handle());
    }

    iterator begin() const noexcept { return iterator(response_, spans_); }
    iterator end() const noexcept { return iterator(response_, spans_ + 2 * count_); }
    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    /// The item at `index`, which must be below size().
    std::string_view operator[](std::size_t index) const noexcept
    {
        return *iterator(response_, spans_ + 2 * index);
    }
    /// Two numbers for each item: offset and length in page::response().
    const std::uint64_t *data() const noexcept { return spans_; }

private:
    page page_;
    const char *response_;
    const std::uint64_t *spans_ = nullptr;
    std::size_t count_ = 0;
};

inline item_spans page::spans(bool nodes) const
{
    return item_spans(*this, nodes);
}

inline item_range page::items() const
{
    return item_range(*this);
}

} // namespace swiftpager

#endif // SWIFTPAGER_PAGE_HPP
