// What swiftpager.hpp promises beside a walk: errors keep their JSON, owners give back once, copies keep updates.
#include "expecting.hpp"

#include <type_traits>
#include <vector>

static_assert(!std::is_copy_constructible_v<swiftpager::client>);
static_assert(!std::is_copy_constructible_v<swiftpager::operation>);
static_assert(std::is_nothrow_move_constructible_v<swiftpager::operation>);
static_assert(std::is_nothrow_move_constructible_v<swiftpager::arrow_stream>);
static_assert(!std::is_copy_constructible_v<swiftpager::authorization>);
static_assert(std::is_nothrow_move_constructible_v<swiftpager::client>);
static_assert(!std::is_copy_constructible_v<swiftpager::pager>);
static_assert(std::is_copy_constructible_v<swiftpager::update>);

static void an_error_carries_its_json()
{
    try {
        swiftpager::client client("ftp://localhost/");
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.status() == SWIFTPAGER_INVALID_CONFIG);
        EXPECT(error.name() == std::string("INVALID_CONFIG"));
        EXPECT(error.json().find("\"path\":\"/endpoint\"") != std::string::npos);
        EXPECT(error.path() == "/endpoint");
        EXPECT(!error.message().empty() && error.message().find_first_of("{}") == std::string::npos);
        EXPECT(error.what() == error.message());
    }
}

static void an_update_that_is_none_says_so()
{
    try {
        swiftpager::update::adopt(nullptr).check();
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.status() == SWIFTPAGER_INVALID_HANDLE);
        EXPECT(error.json().find("the update is NULL") != std::string::npos);
    }
}

static void an_operation_that_fails_throws_its_error()
{
    swiftpager::client client("http://127.0.0.1:1/");
    swiftpager::pager pager = client.make_pager(QUERY);
    swiftpager::subscription updates = pager.subscribe();
    try {
        pager.fetch().wait();
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.status() == SWIFTPAGER_NETWORK);
        EXPECT(error.json().find("\"code\":\"NETWORK\"") != std::string::npos);
    }
    std::optional<swiftpager::update> update = updates.next();
    EXPECT(update.has_value());
    if (!update) return;
    EXPECT(update->status() == SWIFTPAGER_NETWORK);
    try {
        update->check();
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.json().find("NETWORK") != std::string::npos);
    }
}

static void updates_outlive_what_they_came_from(const std::string &endpoint)
{
    std::optional<swiftpager::update> kept;
    {
        swiftpager::client client(endpoint);
        for (const swiftpager::update &update : client.make_pager(QUERY).walk()) {
            kept = update;
            if (kept->page_count() == 3) break;
        }
    }
    EXPECT(kept.has_value());
    if (!kept) return;
    const swiftpager::update &last = *kept;
    EXPECT(last.page_count() == 3);
    EXPECT(last.page().item_count() == 100);
    EXPECT(last.page_at(0).kind() == SWIFTPAGER_KIND_INITIAL);
    EXPECT(!last.page_at(3));
    std::size_t count = 0;
    for (std::string_view item : last.page().items()) {
        EXPECT(item.substr(0, 7) == "{\"id\":\"");
        count++;
    }
    EXPECT(count == 100);
    EXPECT(last.page().ndjson().size() > 100);
    EXPECT(last.page().info().find("hasNextPage") != std::string_view::npos);
    EXPECT(last.page().errors().empty());
}

static void a_moved_owner_gives_back_nothing(const std::string &endpoint)
{
    swiftpager::client first(endpoint);
    swiftpager_client *handle = first.handle();
    swiftpager::client second(std::move(first));
    // What it is to show.
    // NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    EXPECT(first.handle() == nullptr && second.handle() == handle);
    EXPECT(second.fd() >= 0);
    first = std::move(second);
    EXPECT(first.handle() == handle);
    first.close();
    try {
        first.dispatch();
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.status() == SWIFTPAGER_CLOSED);
        EXPECT(error.json().find("\"code\":\"CLOSED\"") != std::string::npos);
    }
}

static void a_walk_that_fails_throws_behind_its_last_page(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::pager pager = client.make_pager(QUERY);
    swiftpager::operation walk = pager.begin_walk(R"({"max_pages": 2})");
    std::size_t pages = 0;
    try {
        while (walk.next()) pages++;
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.status() == SWIFTPAGER_PAGE_LIMIT);
        EXPECT(error.json().find("max_pages") != std::string::npos);
    }
    EXPECT(pages == 2);
    EXPECT(walk.status() == SWIFTPAGER_PAGE_LIMIT);
}

static void errors_in_place_of_a_page_are_the_failure(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    std::size_t pages = 0;
    try {
        const std::string nonsense = R"({"variables": {"after": "nonsense"}})";
        for (const swiftpager::update &update : client.make_pager(QUERY, nonsense).walk())
            pages += update.page_count();
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.status() == SWIFTPAGER_GRAPHQL);
        EXPECT(error.json().find("\"errors\":[{") != std::string::npos);
    }
    EXPECT(pages == 0);
}

static void a_walk_that_is_left_is_cancelled(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::pager pager = client.make_pager(QUERY);
    for (const swiftpager::update &update : pager.walk()) {
        EXPECT(update.page_count() == 1);
        break;
    }
    EXPECT(pager.state().find("\"loading\":null") != std::string::npos);
}

static void a_list_is_loaded_from_its_end(const std::string &endpoint)
{
    static const char LAST[] = "query ($before: String) { products(last: 100, before: $before) {"
                               " edges { node { id } } pageInfo { hasPreviousPage startCursor } } }";
    swiftpager::client client(endpoint);
    swiftpager::pager pager = client.make_pager(LAST);
    EXPECT(!pager.can_load_previous());
    pager.fetch().wait();
    EXPECT(pager.can_load_previous());
    EXPECT(!pager.can_load_next());
    pager.load_previous().wait();
    EXPECT(pager.state().find("\"pages_loaded\":2") != std::string::npos);
}

static void records_of_the_cache_are_read_and_written(const std::string &endpoint)
{
    swiftpager::client client(endpoint, R"({"cache": "memory"})");
    client.cache_write("A:1", R"({"name": "a"})");
    client.cache_write({}, R"({"A:2": {"name": "b"}, "A:3": {"name": "c"}})");
    EXPECT(client.cache_read("A:1") == R"({"name":"a"})");
    client.cache_evict("A:1");
    EXPECT(client.cache_read("A:1").empty() && !client.cache_read("A:3").empty());
    client.cache_clear();
    EXPECT(client.cache_read("A:3").empty());
}

static void a_request_is_executed(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::operation request = client.execute(R"({"query": "{ __typename }"})");
    EXPECT(request.wait());
    EXPECT(request.response().find("\"__typename\"") != std::string_view::npos);
    EXPECT(request.status() == SWIFTPAGER_OK);
}

static void a_walk_can_be_made_again(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::pager pager = client.make_pager(QUERY);
    for (int round = 0; round < 2; round++) {
        std::size_t pages = 0;
        for (const swiftpager::update &update : pager.walk()) pages += update.page() ? 1 : 0;
        EXPECT(pages == 10);
    }
    EXPECT(pager.state().find("\"complete\"") != std::string::npos);
}

static void a_token_goes_on_in_another_pager(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::pager pager = client.make_pager(QUERY);
    std::string token;
    for (swiftpager::update update : pager.walk()) {
        update.finish();
        token = pager.resume_token();
        break;
    }
    swiftpager::pager resumed = client.make_pager(QUERY, "{\"resume\": " + token + "}");
    std::size_t pages = 0;
    for (const swiftpager::update &update : resumed.walk()) pages += update.page() ? 1 : 0;
    EXPECT(pages == 9);
}

// A list whose page info only the hooks know how to find.
static const char HIDDEN[] = "query ($after: String) { products(first: 100, after: $after) {"
                             " nodes { id } info: pageInfo { more: hasNextPage last: endCursor } } }";
static const char PLACES[] = R"({"pagination": {"connection": "/products", "items": "/nodes"}})";

static std::optional<std::string> find_info(std::string_view page, bool)
{
    const std::string_view key = R"("last":)";
    const std::size_t start = page.find(key) + key.size();
    const std::string cursor(page.substr(start, page.find('}', start) - start));
    const bool has_next = page.find(R"("more":true)") != std::string_view::npos;
    return R"({"can_load_next": )" + std::string(has_next ? "true" : "false") + R"(, "end_cursor": )" + cursor + "}";
}

static void hooks_read_the_pages(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    auto counted = std::make_shared<int>(0);
    swiftpager::hooks hooks;
    hooks.extract_page_info = find_info;
    hooks.transform = [counted](std::string_view page) { return std::to_string(++*counted + 0 * page.size()); };
    hooks.resolve_page = [](std::string_view info, swiftpager_kind direction) -> std::optional<std::string> {
        EXPECT(direction == SWIFTPAGER_KIND_NEXT);
        const std::size_t start = info.find(R"("end_cursor": )") + 14;
        if (info.size() < start) return std::nullopt;
        return R"({"variables": {"after": )" + std::string(info.substr(start)) + "}";
    };
    int pages = 0;
    for (const swiftpager::update &update : client.make_pager(HIDDEN, PLACES, hooks).walk()) {
        pages++;
        EXPECT(update.page().model() == std::to_string(pages));
    }
    EXPECT(pages == 10 && *counted == 10);
    hooks = {};
    // The pager is gone, and with it its copy of the hooks.
    client.dispatch();
    EXPECT(counted.use_count() == 1);
}

static void an_exception_in_a_hook_is_its_failure(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::hooks hooks;
    hooks.transform = [](std::string_view) -> std::optional<std::string> {
        throw std::runtime_error("a \"quote\", a \\ and\na line");
    };
    swiftpager::pager pager = client.make_pager(QUERY, {}, hooks);
    // NOLINTNEXTLINE(bugprone-std-exception-baseclass)
    hooks.transform = [](std::string_view) -> std::optional<std::string> { throw 1; };
    swiftpager::pager other = client.make_pager(QUERY, {}, hooks);
    for (swiftpager::pager *one : {&pager, &other}) {
        try {
            one->fetch().wait();
            EXPECT(false);
        } catch (const swiftpager::error &error) {
            EXPECT(error.status() == SWIFTPAGER_HOOK_FAILED);
            const char *words = one == &pager ? R"(transform failed: a \"quote\", a \\ and\\na line)" : "an exception";
            EXPECT(error.json().find(words) != std::string::npos);
        }
    }
}

static void words_of_an_exception_that_are_not_utf8_are_shown(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::hooks hooks;
    hooks.transform = [](std::string_view) -> std::optional<std::string> { throw std::runtime_error("no caf\xe9"); };
    try {
        client.make_pager(QUERY, {}, hooks).fetch().wait();
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.status() == SWIFTPAGER_HOOK_FAILED);
        EXPECT(error.json().find("no caf\ufffd") != std::string::npos);
    }
}

static void a_text_with_a_nul_inside_is_refused(const std::string &endpoint)
{
    const std::string nul(1, '\0');
    swiftpager::client client(endpoint, R"({"cache": "memory"})");
    swiftpager::hooks hooks;
    hooks.transform = [&](std::string_view) { return "{}" + nul + "more"; };
    swiftpager::pager pager = client.make_pager(QUERY, {}, hooks);
    const std::vector<std::function<void()>> calls = {
        [&] { swiftpager::client other(endpoint + nul); },
        [&] { client.make_pager(QUERY + nul); },
        [&] { client.make_pager(QUERY, "{}" + nul + "more"); },
        [&] { client.execute("{}" + nul); },
        [&] { client.cache_evict("Product:1" + nul); },
        [&] { pager.fetch("{}" + nul); },
        [&] { pager.fetch().wait(); },
    };
    for (const std::function<void()> &call : calls) {
        try {
            call();
            EXPECT(false);
        } catch (const swiftpager::error &error) {
            EXPECT(error.json().find("a NUL inside") != std::string::npos);
        }
    }
}

static void a_hook_that_returns_nothing_has_nothing(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    swiftpager::hooks hooks;
    hooks.extract_page_info = [](std::string_view, bool is_initial) {
        EXPECT(is_initial);
        return std::nullopt;
    };
    try {
        client.make_pager(HIDDEN, PLACES, hooks).fetch().wait();
        EXPECT(false);
    } catch (const swiftpager::error &error) {
        EXPECT(error.status() == SWIFTPAGER_MISSING_PAGE_INFO);
    }
}

static void hooks_of_a_pager_that_cannot_be_are_deleted(const std::string &endpoint)
{
    swiftpager::client client(endpoint);
    auto kept = std::make_shared<int>(0);
    const std::string nul(1, '\0');
    const auto make = [&](const std::string &query, const std::string &config) {
        client.make_pager(query, config, {{}, {}, [kept](std::string_view) { return std::to_string(*kept); }});
    };
    // What the library refuses, and what never comes to it.
    EXPECT(thrown_by([&] { make("{", {}); }) == SWIFTPAGER_INVALID_CONFIG);
    EXPECT(thrown_by([&] { make(QUERY + nul, {}); }) == SWIFTPAGER_INVALID_ARGUMENT);
    EXPECT(thrown_by([&] { make(QUERY, nul); }) == SWIFTPAGER_INVALID_ARGUMENT);
    EXPECT(kept.use_count() == 1);
}

int main(int, char **arguments)
{
    const std::string endpoint = arguments[1];
    return report([&] {
        an_error_carries_its_json();
        an_operation_that_fails_throws_its_error();
        an_update_that_is_none_says_so();
        updates_outlive_what_they_came_from(endpoint);
        a_moved_owner_gives_back_nothing(endpoint);
        a_walk_that_fails_throws_behind_its_last_page(endpoint);
        errors_in_place_of_a_page_are_the_failure(endpoint);
        a_walk_that_is_left_is_cancelled(endpoint);
        a_list_is_loaded_from_its_end(endpoint);
        a_request_is_executed(endpoint);
        records_of_the_cache_are_read_and_written(endpoint);
        a_walk_can_be_made_again(endpoint);
        a_token_goes_on_in_another_pager(endpoint);
        hooks_read_the_pages(endpoint);
        an_exception_in_a_hook_is_its_failure(endpoint);
        words_of_an_exception_that_are_not_utf8_are_shown(endpoint);
        a_text_with_a_nul_inside_is_refused(endpoint);
        a_hook_that_returns_nothing_has_nothing(endpoint);
        hooks_of_a_pager_that_cannot_be_are_deleted(endpoint);
    });
}
