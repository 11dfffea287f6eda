// What swiftpager.hpp says of a list: its present state, what changed in it, what a pull gives, its columns.
#include "expecting.hpp"

#include <cerrno>
#include <thread>

using swiftpager::client;
using swiftpager::operation;
using swiftpager::pager;
using swiftpager::subscription;
using swiftpager::update;

static void a_pull_that_does_not_wait_is_empty(const std::string &endpoint)
{
    client client(endpoint);
    std::optional<pager> pager = client.make_pager(QUERY);
    subscription updates = pager->subscribe();
    const swiftpager::pulled none = updates.next(0);
    EXPECT(!none && !none.has_ended());
    EXPECT(!updates.next(1));
    client.wake();
    EXPECT(thrown_by([&] { updates.next(); }) == SWIFTPAGER_INTERRUPTED);
    pager->fetch().wait();
    const swiftpager::pulled taken = updates.next(0);
    EXPECT(taken && !taken.has_ended() && taken->page_count() == 1);
    pager.reset();
    EXPECT(updates.next().has_ended());
}

static void a_walk_ends_once_all_pages_are_pulled(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    operation walk = pager.begin_walk();
    std::size_t pages = 0;
    swiftpager::pulled last;
    while (!last.has_ended()) {
        last = walk.next(0);
        // Without an update: another thread may use the time.
        if (!last) std::this_thread::yield();
        pages += last ? 1 : 0;
    }
    EXPECT(pages == 10);
    EXPECT(walk.next().has_ended());
}

static void the_items_of_a_walk_come_page_by_page(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    operation walk = pager.begin_walk();
    std::size_t pages = 0;
    while (const swiftpager::pulled_items items = walk.next_items()) {
        EXPECT(items->rfind("[{\"id\":", 0) == 0 && items->back() == ']');
        pages++;
    }
    EXPECT(pages == 10);
    EXPECT(walk.next_items().has_ended() && walk.next().has_ended());
    operation fetch = pager.fetch();
    EXPECT(thrown_by([&] { fetch.next_items(); }) == SWIFTPAGER_INVALID_ARGUMENT);
}

/// How many pages a walk loads that goes on where the walks of this pager have come to.
static std::size_t pages_after(client &client, const pager &pager)
{
    std::size_t pages = 0;
    swiftpager::pager resumed = client.make_pager(QUERY, "{\"resume\": " + pager.resume_token() + "}");
    for (const update &update : resumed.walk()) pages += update.page() ? 1 : 0;
    return pages;
}

static void a_loop_that_is_left_has_not_finished_with_its_page(const std::string &endpoint)
{
    client client(endpoint);
    for (const bool throws : {false, true}) {
        pager pager = client.make_pager(QUERY);
        std::size_t seen = 0;
        try {
            for (const update &update : pager.walk()) {
                if (!update.page() || ++seen < 3) continue;
                if (throws) throw std::domain_error("ours");
                break;
            }
        } catch (const std::domain_error &) {
            EXPECT(throws);
        }
        EXPECT(pages_after(client, pager) == 8);
    }
    pager pager = client.make_pager(QUERY);
    for (const update &update : pager.walk()) {
        update.finish();
        break;
    }
    EXPECT(pages_after(client, pager) == 9);
}

/// Pulls until a callback throws, and returns how many updates it took. One that came beside the exception stays with
/// what is pulled.
template <typename Pulled> static std::size_t taken_before_it_throws(Pulled &pulled)
{
    for (std::size_t taken = 0;;) {
        try {
            // Without an update: another thread may use the time.
            if (pulled.next(0))
                taken++;
            else
                std::this_thread::yield();
        } catch (const std::domain_error &) {
            return taken;
        }
    }
}

static void an_update_that_came_beside_an_exception_and_was_not_taken_comes_again(const std::string &endpoint)
{
    client client(endpoint);
    const auto fail = [](std::string_view) { throw std::domain_error("ours"); };
    for (const bool is_walk : {true, false}) {
        pager pager = client.make_pager(QUERY);
        client.observe(fail, R"(["answer"])");
        std::size_t taken = 0;
        if (is_walk) {
            operation walk = pager.begin_walk();
            taken = taken_before_it_throws(walk);
        } else {
            subscription updates = pager.subscribe();
            pager.fetch();
            taken = taken_before_it_throws(updates);
        }
        client.observe(nullptr);
        EXPECT(pages_after(client, pager) == 10 - taken);
    }
}

static void the_present_state_is_there_without_a_subscription(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    EXPECT(!pager.current());
    pager.fetch().wait();
    pager.load_next().wait();
    const std::optional<update> current = pager.current();
    EXPECT(current && current->page_count() == 2 && current->page_index() == 1);
    EXPECT(current && current->source() == SWIFTPAGER_SOURCE_SERVER && !current->is_change());
    EXPECT(pager.checkpoint().front() == '{');
    pager.reset();
    EXPECT(!pager.current());
}

static void a_change_says_which_page_it_is(const std::string &endpoint)
{
    client client(endpoint, R"({"cache": "memory"})");
    pager pager = client.make_pager(QUERY);
    pager.fetch().wait();
    pager.load_next().wait();
    std::optional<update> change;
    const std::optional<update> before = pager.current();
    EXPECT(before.has_value());
    if (!before) return;
    const std::string item(*before->page_at(0).items().begin());
    const std::size_t start = item.find("\"id\":\"") + 6;
    const std::string id = item.substr(start, item.find('"', start) - start);
    const subscription updates = pager.subscribe([&](const update &update) { change = update; });
    client.dispatch();
    EXPECT(change && !change->is_change());
    client.cache_write("Product:" + id, R"({"id": "another"})");
    while (change && !change->is_change()) client.dispatch(-1);
    EXPECT(change && change->page_index() == 0 && change->source() == SWIFTPAGER_SOURCE_CACHE);
    EXPECT(change && change->page().response().find("another") != std::string_view::npos);
}

static void a_failure_has_no_page()
{
    client client("http://127.0.0.1:1/", R"({"retry": {"enabled": false}})");
    pager pager = client.make_pager(QUERY);
    subscription updates = pager.subscribe();
    const operation fetch = pager.fetch();
    const swiftpager::pulled failed = updates.next();
    EXPECT(failed && failed->status() == SWIFTPAGER_NETWORK);
    EXPECT(failed && !failed->page_index() && failed->source() == SWIFTPAGER_SOURCE_NONE);
}

static void items_are_columns(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    for (const bool as_table : {false, true}) {
        operation walk = pager.begin_walk();
        swiftpager::arrow_stream stream =
            as_table ? walk.to_arrow_table() : walk.to_arrow_stream(R"({"id": {"type": "string"}})");
        EXPECT(stream.schema().get()->n_children == 1);
        std::int64_t rows = 0;
        while (std::optional<swiftpager::arrow_array> batch = stream.next()) rows += batch->get()->length;
        EXPECT(rows == 1000);
    }
    const std::optional<update> held = pager.current();
    EXPECT(held.has_value());
    if (!held) return;
    swiftpager::record_batch batch = swiftpager::columns_of(held->page_at(0));
    EXPECT(batch.array.get()->length == 100 && std::string(batch.schema.get()->children[0]->name) == "id");
    ArrowArray moved;
    batch.array.move_to(&moved);
    EXPECT(!batch.array && moved.length == 100);
    moved.release(&moved);
    swiftpager::table table;
    table.add(held->page_at(0));
    table.add_rows(R"([{"id": "x", "more": 1}])");
    table.fit(R"([{"price": 1.5}])");
    const swiftpager::record_batch taken = table.take();
    EXPECT(taken.array.get()->length == 101 && taken.schema.get()->n_children == 3);
    EXPECT(thrown_by([&] { table.add_rows("{"); }) == SWIFTPAGER_BAD_RESPONSE);
}

static void spans_are_the_items_of_a_page(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    pager.fetch().wait();
    const std::optional<update> current = pager.current();
    EXPECT(current.has_value());
    if (!current) return;
    const swiftpager::page page = current->page();
    const swiftpager::item_spans spans = page.spans();
    EXPECT(spans.size() == 100 && !spans.empty());
    std::size_t index = 0;
    for (std::string_view item : page.items()) EXPECT(item == spans[index++]);
    for (std::string_view item : spans) EXPECT(item.substr(0, 7) == "{\"id\":\"");
    EXPECT((*page.spans(false).begin()).substr(0, 9) == "{\"node\":{");
    EXPECT(spans.data()[1] == spans[0].size());
}

static void an_exception_ends_a_stream_and_loses_no_row(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    std::int64_t rows = 0;
    std::size_t exceptions = 0;
    const subscription throwing = pager.subscribe([](const update &) { throw std::domain_error("ours"); });
    swiftpager::arrow_stream stream = pager.begin_walk().to_arrow_stream();
    for (bool ended = false; !ended;) {
        try {
            const std::optional<swiftpager::arrow_array> batch = stream.next();
            if (batch) rows += batch->get()->length;
            ended = !batch;
        } catch (const std::domain_error &) {
            exceptions++;
        }
    }
    EXPECT(rows == 1000 && exceptions > 0);
}

static void a_stream_says_how_it_failed()
{
    client client("http://127.0.0.1:1/", R"({"retry": {"enabled": false}})");
    pager pager = client.make_pager(QUERY);
    swiftpager::arrow_stream stream = pager.begin_walk().to_arrow_stream();
    // A reader asks for the columns first.
    const std::function<void()> calls[] = {[&] { stream.schema(); }, [&] { stream.next(); }};
    for (const auto &call : calls) {
        try {
            call();
            EXPECT(false);
        } catch (const swiftpager::arrow_error &error) {
            EXPECT(error.code() == EIO && std::string(error.what()).find("NETWORK") == 0);
        }
    }
}

static void a_stream_that_was_moved_elsewhere_says_so(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    swiftpager::arrow_stream stream = pager.begin_walk().to_arrow_stream();
    const swiftpager::arrow_stream elsewhere = std::move(stream);
    // NOLINTNEXTLINE(bugprone-use-after-move)
    const std::function<void()> calls[] = {[&] { stream.next(); }, [&] { stream.schema(); }};
    for (const auto &call : calls) {
        try {
            call();
            EXPECT(false);
        } catch (const swiftpager::arrow_error &error) {
            EXPECT(error.code() == EINVAL && std::string(error.what()).find("moved elsewhere") != std::string::npos);
        }
    }
}

int main(int, char **arguments)
{
    const std::string endpoint = arguments[1];
    return report([&] {
        a_pull_that_does_not_wait_is_empty(endpoint);
        a_walk_ends_once_all_pages_are_pulled(endpoint);
        the_items_of_a_walk_come_page_by_page(endpoint);
        a_loop_that_is_left_has_not_finished_with_its_page(endpoint);
        an_update_that_came_beside_an_exception_and_was_not_taken_comes_again(endpoint);
        the_present_state_is_there_without_a_subscription(endpoint);
        a_change_says_which_page_it_is(endpoint);
        a_failure_has_no_page();
        items_are_columns(endpoint);
        spans_are_the_items_of_a_page(endpoint);
        an_exception_ends_a_stream_and_loses_no_row(endpoint);
        a_stream_says_how_it_failed();
        a_stream_that_was_moved_elsewhere_says_so(endpoint);
    });
}
