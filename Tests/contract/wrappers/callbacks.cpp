// Callbacks of swiftpager.hpp: an exception in one comes out of the call that ran it, ends it, and loses nothing.
#include "expecting.hpp"

#include <memory>
#include <poll.h>
#include <stdexcept>
#include <thread>
#include <vector>

using swiftpager::client;
using swiftpager::operation;
using swiftpager::pager;
using swiftpager::subscription;
using swiftpager::update;

/// Whether the call throws the exception that the callbacks here throw.
static bool throws_ours(const std::function<void()> &call)
{
    try {
        call();
    } catch (const std::domain_error &) {
        return true;
    }
    return false;
}

static void wait_until_readable(int descriptor)
{
    pollfd entry = {descriptor, POLLIN, 0};
    EXPECT(poll(&entry, 1, 60000) == 1);
}

static void updates_come_within_a_wait(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    std::vector<std::size_t> counts;
    std::optional<update> kept;
    {
        const subscription updates = pager.subscribe([&](const update &update) {
            counts.push_back(update.page_count());
            kept = update;
        });
        swiftpager_status ended = SWIFTPAGER_INTERNAL;
        operation walk = pager.load_all({}, [&](swiftpager_status status, std::string_view error) {
            ended = status;
            EXPECT(error.empty());
        });
        EXPECT(walk.wait());
        EXPECT(ended == SWIFTPAGER_OK);
    }
    EXPECT(counts.size() == 10 && counts.back() == 10);
    pager.fetch().wait();
    EXPECT(counts.size() == 10);
    EXPECT(kept && kept->page_count() == 10);
}

static void an_exception_in_an_update_ends_the_wait(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    std::size_t calls = 0;
    const subscription updates = pager.subscribe([&](const update &) {
        if (++calls == 1) throw std::domain_error("ours");
    });
    operation walk = pager.load_all();
    EXPECT(throws_ours([&] { walk.wait(); }));
    // A walk is at most one page ahead of its subscriber, so it cannot be over.
    EXPECT(!walk.status());
    EXPECT(walk.wait());
    EXPECT(calls == 10);
}

static void an_exception_in_a_completion_comes_out_of_the_wait(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    operation fetch = pager.fetch({}, [](swiftpager_status, std::string_view) { throw std::domain_error("ours"); });
    EXPECT(throws_ours([&] { fetch.wait(); }));
    EXPECT(fetch.wait());
}

static void a_dispatch_that_does_not_wait_leaves_no_wake(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    const operation fetch =
        pager.fetch({}, [](swiftpager_status, std::string_view) { throw std::domain_error("ours"); });
    wait_until_readable(client.fd());
    EXPECT(throws_ours([&] { client.dispatch(0); }));
    EXPECT(pager.load_next().wait());
}

static void the_first_of_several_exceptions_counts(const std::string &endpoint)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    pager.fetch().wait();
    int calls = 0;
    const auto fail = [&](const update &) { throw std::domain_error(std::to_string(++calls)); };
    const subscription first = pager.subscribe(fail);
    const subscription second = pager.subscribe(fail);
    try {
        client.dispatch(-1);
        EXPECT(false);
    } catch (const std::domain_error &error) {
        EXPECT(error.what() == std::string("1") && calls == 2);
    }
}

/* Pulls a walk to its end while a callback of its pager throws. `pull` takes the next page, counts it if there is one,
 * and says whether the walk has ended. */
template <typename Pull> static void pull_beside_exceptions(const std::string &endpoint, Pull pull)
{
    client client(endpoint);
    pager pager = client.make_pager(QUERY);
    const subscription throwing = pager.subscribe([](const update &) { throw std::domain_error("ours"); });
    operation walk = pager.begin_walk();
    std::size_t pages = 0, exceptions = 0;
    for (bool ended = false; !ended;) {
        try {
            ended = pull(walk, pages);
        } catch (const std::domain_error &) {
            exceptions++;
        }
    }
    EXPECT(pages == 10 && exceptions > 0);
}

static void an_exception_loses_no_pulled_page(const std::string &endpoint)
{
    pull_beside_exceptions(endpoint, [](operation &walk, std::size_t &pages) {
        const swiftpager::pulled next = walk.next();
        if (next) pages++;
        EXPECT(!next || next->page_count() == pages);
        return next.has_ended();
    });
}

static void an_exception_loses_no_items(const std::string &endpoint)
{
    pull_beside_exceptions(endpoint, [](operation &walk, std::size_t &pages) {
        const swiftpager::pulled_items items = walk.next_items();
        if (items) pages++;
        return items.has_ended();
    });
}

static void an_exception_in_an_observer_comes_out(const std::string &endpoint)
{
    client client(endpoint);
    auto count = std::make_shared<int>(0);
    const auto fail = [count](std::string_view event) {
        EXPECT(event.find("\"event\":\"answer\"") != std::string_view::npos);
        ++*count;
        throw std::domain_error("ours");
    };
    client.observe(fail, R"(["answer"])");
    pager pager = client.make_pager(QUERY);
    operation fetch = pager.fetch();
    EXPECT(throws_ours([&] { fetch.wait(); }));
    EXPECT(fetch.wait() && *count == 1);
    client.observe({});
    pager.fetch().wait();
    EXPECT(*count == 1);
    EXPECT(thrown_by([&] { client.observe([](std::string_view) {}, "[\"nothing\"]"); }) == SWIFTPAGER_INVALID_CONFIG);
    client.observe([count](std::string_view) { ++*count; });
    pager.fetch().wait();
    EXPECT(*count > 1);
    client.observe({});
    client.dispatch();
    // This one, and that of the lambda above.
    EXPECT(count.use_count() == 2);
}

static void an_authorizer_answers_now_or_later(const std::string &endpoint)
{
    client client(endpoint);
    std::optional<swiftpager::authorization> later;
    std::vector<std::string> reasons;
    client.set_authorizer([&](swiftpager::authorization &question, std::string_view reason) {
        reasons.emplace_back(reason);
        EXPECT(thrown_by([&] { question.complete("{\"a b\": 1}"); }) == SWIFTPAGER_INVALID_ARGUMENT);
        later = std::move(question);
    });
    pager pager = client.make_pager(QUERY);
    operation fetch = pager.fetch();
    while (!later) client.dispatch(-1);
    later->complete(R"({"Authorization": "Bearer of the shop"})");
    EXPECT(thrown_by([&] { later->complete("{}"); }) == SWIFTPAGER_INVALID_HANDLE);
    EXPECT(fetch.wait());
    EXPECT(reasons == std::vector<std::string>{"start"});
}

static void an_authorizer_that_fails_is_the_error(const std::string &endpoint)
{
    struct row {
        swiftpager::authorizer authorize;
        const char *message;
    };
    const std::vector<row> rows = {
        {[](swiftpager::authorization &question, std::string_view) { question.fail("locked"); }, "locked"},
        {[](swiftpager::authorization &, std::string_view) { throw std::domain_error("ours"); }, "ours"},
        {[](swiftpager::authorization &, std::string_view) { throw std::domain_error("no caf\xe9"); }, "HOOK_FAILED"},
        // NOLINTNEXTLINE(bugprone-std-exception-baseclass)
        {[](swiftpager::authorization &, std::string_view) { throw 1; }, "gave no answer"},
        {[](swiftpager::authorization &, std::string_view) {}, "gave no answer"},
    };
    for (const row &row : rows) {
        client client(endpoint);
        client.set_authorizer(row.authorize);
        pager pager = client.make_pager(QUERY);
        try {
            pager.fetch().wait();
            EXPECT(false);
        } catch (const swiftpager::error &error) {
            EXPECT(error.status() == SWIFTPAGER_HOOK_FAILED);
            EXPECT(error.json().find(row.message) != std::string::npos);
        }
        client.set_authorizer({});
        EXPECT(pager.fetch().wait());
    }
}

static void an_exception_after_the_answer_of_an_authorizer_comes_out(const std::string &endpoint)
{
    const swiftpager::authorizer answers[] = {
        [](swiftpager::authorization &question, std::string_view) { question.complete("{}"); },
        [](swiftpager::authorization &question, std::string_view) { question.fail("locked"); },
    };
    for (const swiftpager::authorizer &answer : answers) {
        client client(endpoint);
        client.set_authorizer([&](swiftpager::authorization &question, std::string_view reason) {
            answer(question, reason);
            throw std::domain_error("ours");
        });
        pager pager = client.make_pager(QUERY);
        operation fetch = pager.fetch();
        try {
            fetch.wait();
            EXPECT(false);
        } catch (const std::domain_error &error) {
            EXPECT(std::string(error.what()) == "ours");
        }
    }
}

static void a_completion_has_the_error()
{
    client client("http://127.0.0.1:1/", R"({"retry": {"enabled": false}})");
    swiftpager_status ended = SWIFTPAGER_OK;
    std::string error;
    const auto note = [&](swiftpager_status status, std::string_view json) {
        ended = status;
        error = json;
    };
    operation request = client.execute(R"({"query": "{ __typename }"})", note);
    EXPECT(thrown_by([&] { request.wait(); }) == SWIFTPAGER_NETWORK);
    EXPECT(ended == SWIFTPAGER_NETWORK && error.find("\"code\":\"NETWORK\"") != std::string::npos);
}

static void what_a_callback_holds_is_destroyed(const std::string &endpoint)
{
    auto held = std::make_shared<int>(0);
    const std::string nul(1, '\0');
    {
        client client(endpoint);
        pager pager = client.make_pager(QUERY);
        const auto hold = [held](swiftpager_status, std::string_view) { ++*held; };
        // A text that is refused before the library has the function, and one that the library refuses.
        EXPECT(thrown_by([&] { pager.fetch("{}" + nul, hold); }) == SWIFTPAGER_INVALID_ARGUMENT);
        EXPECT(thrown_by([&] { pager.fetch("{", hold); }) == SWIFTPAGER_INVALID_CONFIG);
        EXPECT(thrown_by([&] { client.execute("{" + nul, hold); }) == SWIFTPAGER_INVALID_ARGUMENT);
        EXPECT(thrown_by([&] { client.execute("{", hold); }) == SWIFTPAGER_INVALID_CONFIG);
        pager.fetch({}, hold).wait();
        {
            const subscription updates = pager.subscribe([held](const update &) { ++*held; });
            client.dispatch();
        }
        client.dispatch();
        EXPECT(*held == 2 && held.use_count() == 2);
        const operation never = pager.fetch({}, hold);
    }
    EXPECT(held.use_count() == 1);
}

static void a_callback_on_a_thread_of_the_library(const std::string &endpoint)
{
    client client(endpoint, R"({"delivery": "thread"})");
    pager pager = client.make_pager(QUERY);
    std::thread::id thread;
    const auto note = [&](swiftpager_status, std::string_view) { thread = std::this_thread::get_id(); };
    operation fetch = pager.fetch({}, note);
    EXPECT(fetch.wait());
    EXPECT(thread != std::thread::id() && thread != std::this_thread::get_id());
}

/// An exception that no call can rethrow: it ends the process.
static void throw_on_a_thread_of_the_library(const std::string &endpoint)
{
    client client(endpoint, R"({"delivery": "thread"})");
    pager pager = client.make_pager(QUERY);
    operation fetch = pager.fetch({}, [](swiftpager_status, std::string_view) { throw std::domain_error("ours"); });
    fetch.wait();
}

int main(int count, char **arguments)
{
    const std::string endpoint = arguments[1];
    return report([&] {
        if (count > 2) throw_on_a_thread_of_the_library(endpoint);
        updates_come_within_a_wait(endpoint);
        an_exception_in_an_update_ends_the_wait(endpoint);
        an_exception_in_a_completion_comes_out_of_the_wait(endpoint);
        a_dispatch_that_does_not_wait_leaves_no_wake(endpoint);
        the_first_of_several_exceptions_counts(endpoint);
        an_exception_loses_no_pulled_page(endpoint);
        an_exception_loses_no_items(endpoint);
        an_exception_in_an_observer_comes_out(endpoint);
        an_authorizer_answers_now_or_later(endpoint);
        an_authorizer_that_fails_is_the_error(endpoint);
        an_exception_after_the_answer_of_an_authorizer_comes_out(endpoint);
        a_completion_has_the_error();
        what_a_callback_holds_is_destroyed(endpoint);
        a_callback_on_a_thread_of_the_library(endpoint);
    });
}
