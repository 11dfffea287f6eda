// Watches a list while it is walked: callbacks get each page and its end, and an observer counts the requests.
//
//     watch ENDPOINT        for example: watch http://127.0.0.1:8000/graphql
//
// Exit code 0: the list is complete. 1: it is incomplete, and standard error says why. 2: wrong usage.
#include <iostream>

#include <swiftpager.hpp>

static const char QUERY[] = R"(
query Products($after: String) {
  products(first: 100, after: $after) {
    edges { node { id name } }
    pageInfo { hasNextPage endCursor }
  }
}
)";

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::cerr << "usage: watch ENDPOINT\n";
        return 2;
    }
    try {
        swiftpager::client client(argv[1]);
        std::size_t answers = 0;
        client.observe([&](std::string_view) { answers++; }, R"(["answer"])");
        swiftpager::pager pager = client.make_pager(QUERY);
        const swiftpager::subscription pages = pager.subscribe([](const swiftpager::update &update) {
            // An exception that leaves a callback comes out of wait() below.
            update.check();
            std::cout << "page " << update.page_count() << ": " << update.page().item_count() << " items\n";
        });
        swiftpager::operation walk = pager.load_all({}, [](swiftpager_status status, std::string_view) {
            std::cout << "ended with " << swiftpager_status_name(status) << '\n';
        });
        walk.wait();
        std::cout << "the server answered " << answers << " times\n";
        return 0;
    } catch (const swiftpager::error &error) {
        std::cerr << error.name() << ": " << error.what() << '\n';
        return 1;
    }
}
