// What swiftpager.hpp gives C++20: walks, items and spans are ranges, for views and algorithms.
#include "expecting.hpp"

#include <algorithm>
#include <ranges>
#include <string_view>

static_assert(std::ranges::input_range<swiftpager::walk_range>);
static_assert(std::ranges::input_range<const swiftpager::item_range>);
static_assert(std::ranges::input_range<const swiftpager::item_spans>);

static void items_go_through_views(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    std::ptrdiff_t pages = 0, items = 0, spans = 0;
    const auto is_object = [](std::string_view item) { return item.starts_with('{'); };
    for (const swiftpager::update &update : client.make_pager(QUERY).walk() | std::views::take(3)) {
        pages++;
        items += std::ranges::count_if(update.last_page().items() | std::views::take(7), is_object);
        spans += std::ranges::count_if(update.last_page().spans(), is_object);
    }
    EXPECT(pages == 3 && items == 21 && spans == 300);
}

int main(int, char **arguments)
{
    const std::string endpoint = arguments[1];
    return report([&] { items_go_through_views(endpoint); });
}
