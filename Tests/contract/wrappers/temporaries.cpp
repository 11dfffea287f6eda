// Items of pages whose update, or whose page, was a temporary: AddressSanitizer watches their memory. What was moved
// elsewhere throws, in place of showing no items.
#include "expecting.hpp"

#include <memory>
#include <string_view>
#include <vector>

// The shop has what these tests ask for, and a loop over a temporary cannot look before.
// NOLINTBEGIN(bugprone-unchecked-optional-access)

using swiftpager::client;
using swiftpager::operation;
using swiftpager::page;
using swiftpager::pager;
using swiftpager::update;

static bool is_item(std::string_view item)
{
    return item.substr(0, 7) == "{\"id\":\"";
}

/// How many items of a range are what the shop sends.
template <typename Range> static std::size_t items_in(const Range &range)
{
    std::size_t count = 0;
    for (std::string_view item : range) count += is_item(item) ? 1 : 0;
    return count;
}

static void a_loop_over_a_temporary_page_has_its_items(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    pager.fetch().wait();
    std::size_t items = 0, spans = 0, pulled = 0;
    // The update and the page end before the loop's body: before C++23 a range-for keeps its range only.
    for (std::string_view item : pager.current()->page().items()) items += is_item(item) ? 1 : 0;
    for (std::string_view item : pager.current()->page().spans()) spans += is_item(item) ? 1 : 0;
    operation walk = pager.begin_walk();
    for (std::string_view item : walk.next()->page_at(0).items()) pulled += is_item(item) ? 1 : 0;
    EXPECT(items == 100 && spans == 100 && pulled == 100);
}

static void a_page_outlives_its_update_pager_and_client(const std::string &endpoint)
{
    std::vector<page> pages;
    {
        client client(endpoint);
        pager pager = client.make_pager(QUERY);
        for (const update &update : pager.walk()) pages.push_back(update.page());
    }
    EXPECT(pages.size() == 10);
    for (const page &page : pages) EXPECT(page.item_count() == 100 && items_in(page.items()) == 100);
    const page copy = pages[4];
    const swiftpager::item_range items = pages[5].items();
    const swiftpager::item_spans spans = pages[6].spans();
    pages.clear();
    EXPECT(copy.ndjson().size() > 100 && is_item(copy.ndjson()));
    EXPECT(items.size() == 100 && items_in(items) == 100);
    EXPECT(spans.size() == 100 && items_in(spans) == 100);
    EXPECT(copy.errors().empty() && copy.model().empty());
}

static void an_assigned_page_takes_the_place_of_the_one_before(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    pager.fetch().wait();
    pager.load_next().wait();
    page first = pager.current()->page_at(0);
    const page second = pager.current()->page_at(1);
    EXPECT(first.kind() == SWIFTPAGER_KIND_INITIAL && second.kind() == SWIFTPAGER_KIND_NEXT);
    first = second;
    EXPECT(first.handle() == second.handle() && items_in(first.items()) == 100);
    page moved = std::move(first);
    first = std::move(moved);
    EXPECT(first && items_in(first.spans()) == 100);
    EXPECT(!pager.current()->page_at(2));
}

static void what_is_not_there_throws(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    pager.fetch().wait();
    update there = *pager.current();
    page page_there = there.page();
    const update elsewhere = std::move(there);
    const page page_elsewhere = std::move(page_there);
    // NOLINTBEGIN(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    EXPECT(!page_there && page_elsewhere);
    const std::vector<std::function<void()>> calls = {
        [&] { (void)there.page(); },
        [&] { (void)there.page_at(0); },
        [&] { (void)there.page_count(); },
        [&] { (void)there.output(); },
        [&] { (void)page_there.items(); },
        [&] { (void)page_there.spans(); },
        [&] { (void)page_there.item_count(); },
        [&] { (void)page_there.response(); },
        [&] { (void)page_there.header("date"); },
        [] { (void)page(nullptr).items(); },
    };
    // NOLINTEND(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    for (const std::function<void()> &call : calls) EXPECT(thrown_by(call) == SWIFTPAGER_INVALID_HANDLE);
    EXPECT(items_in(page_elsewhere.items()) == 100);
}

static void a_handle_that_was_given_back_throws(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    pager.fetch().wait();
    const swiftpager_page *stale = pager.current()->page().handle();
    EXPECT(thrown_by([&] { const page none(stale); }) == SWIFTPAGER_INVALID_HANDLE);
    operation gone = client.execute(R"({"query": "{ __typename }"})");
    const operation kept = std::move(gone);
    // NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    EXPECT(thrown_by([&] { (void)gone.response(); }) == SWIFTPAGER_INVALID_HANDLE);
}

static void a_walk_has_each_page_whatever_the_pagers_config_says(const std::string &endpoint)
{
    client client(endpoint);
    std::size_t items = 0;
    for (const update &update : client.make_pager(QUERY, R"({"load_all": {"emit": "end"}})").walk())
        items += update.page().item_count();
    EXPECT(items == 1000);
}

// NOLINTEND(bugprone-unchecked-optional-access)

int main(int, char **arguments)
{
    const std::string endpoint = arguments[1];
    return report([&] {
        a_loop_over_a_temporary_page_has_its_items(endpoint);
        a_page_outlives_its_update_pager_and_client(endpoint);
        an_assigned_page_takes_the_place_of_the_one_before(endpoint);
        what_is_not_there_throws(endpoint);
        a_handle_that_was_given_back_throws(endpoint);
        a_walk_has_each_page_whatever_the_pagers_config_says(endpoint);
    });
}
