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
        items += std::ranges::count_if(update.page().items() | std::views::take(7), is_object);
        spans += std::ranges::count_if(update.page().spans(), is_object);
    }
    EXPECT(pages == 3 && items == 21 && spans == 300);
}

static void a_view_keeps_the_page_that_it_looks_at(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::pager pager = client.make_pager(QUERY);
    pager.fetch().wait();
    // NOLINTBEGIN(bugprone-unchecked-optional-access): it is there, and the temporary is what the test is of.
    auto items = pager.current()->page().items() | std::views::drop(90);
    auto spans = pager.current()->page().spans() | std::views::take(5);
    // NOLINTEND(bugprone-unchecked-optional-access)
    pager.reset();
    EXPECT(std::ranges::distance(items) == 10 && std::ranges::distance(spans) == 5);
    EXPECT((*items.begin()).starts_with('{') && (*spans.begin()).starts_with('{'));
}

static void an_iterator_goes_on_behind_its_value(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::walk_range walk = client.make_pager(QUERY).walk();
    auto update = walk.begin();
    const swiftpager::page first = update->page();
    update++;
    EXPECT(update->page().kind() == SWIFTPAGER_KIND_NEXT);
    const auto items = first.items();
    const auto spans = first.spans();
    auto item = items.begin();
    auto span = spans.begin();
    EXPECT(*item++ == spans[0]);
    EXPECT(*item == spans[1]);
    EXPECT(*span++ == spans[0]);
    EXPECT(*span == spans[1]);
    std::ptrdiff_t pages = 1;
    for (; update != walk.end(); update++) pages++;
    EXPECT(pages == 10);
}

int main(int, char **arguments)
{
    const std::string endpoint = arguments[1];
    return report([&] {
        items_go_through_views(endpoint);
        a_view_keeps_the_page_that_it_looks_at(endpoint);
        an_iterator_goes_on_behind_its_value(endpoint);
    });
}
