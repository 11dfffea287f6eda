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

        iterator() noexcept = default;
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
        const swiftpager_page *page_ = nullptr;
        std::size_t index_ = 0;
    };

    explicit item_range(const swiftpager_page *page) noexcept : page_(page) {}

    iterator begin() const noexcept { return iterator(page_, 0); }
    iterator end() const noexcept { return iterator(page_, size()); }
    std::size_t size() const noexcept { return swiftpager_page_item_count(page_); }

private:
    const swiftpager_page *page_;
};

/// The places of all items of a page, found in one call: item after item without a further call of the library.
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

    item_spans(const char *response, const std::uint64_t *spans, std::size_t count) noexcept
        : response_(response), spans_(spans), count_(count)
    {
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
    const char *response_;
    const std::uint64_t *spans_;
    std::size_t count_;
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
    std::string_view header(const std::string &name) const
    {
        std::size_t length = 0;
        const char *text = swiftpager_page_header(handle_, detail::whole_text(name), &length);
        return detail::view(text, length);
    }

    /// All header lines of the response as they came.
    std::string_view headers() const noexcept { return part(swiftpager_page_headers); }

    /// The places of all items: of an edge its node, or with `nodes` false the elements as they are.
    item_spans spans(bool nodes = true) const
    {
        std::size_t count = 0, length = 0;
        const char *response = swiftpager_page_response(handle_, &length);
        const std::uint64_t *spans = swiftpager_page_spans(handle_, nodes, &count);
        if (spans == nullptr && item_count() > 0) throw error(SWIFTPAGER_NO_MEMORY, std::string());
        return item_spans(response, spans, count);
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

/// A page that outlives its update.
class kept_page {
public:
    explicit kept_page(const page &page) : page_(page) { detail::check(swiftpager_page_retain(page.handle())); }
    kept_page(kept_page &&other) noexcept : page_(std::exchange(other.page_, page(nullptr))) {}
    kept_page &operator=(kept_page &&other) noexcept
    {
        std::swap(page_, other.page_);
        return *this;
    }
    kept_page(const kept_page &) = delete;
    kept_page &operator=(const kept_page &) = delete;
    ~kept_page() { swiftpager_page_release(page_.handle()); }

    const page &operator*() const noexcept { return page_; }
    const page *operator->() const noexcept { return &page_; }

private:
    page page_;
};

} // namespace swiftpager

#endif // SWIFTPAGER_PAGE_HPP
