// Walks the products of a shop page by page, and prints a line with the first product of each page.
//
//     walk ENDPOINT        for example: walk http://127.0.0.1:8000/graphql
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
        std::cerr << "usage: walk ENDPOINT\n";
        return 2;
    }
    try {
        swiftpager::client client(argv[1]);
        swiftpager::pager pager = client.make_pager(QUERY, R"({"retain": "last"})");
        std::size_t pages = 0, items = 0;
        for (const swiftpager::update &update : pager.walk()) {
            const swiftpager::page page = update.page();
            pages += 1;
            items += page.item_count();
            std::cout << "page " << pages << ": " << page.item_count() << " items, the first is "
                      << *page.items().begin() << '\n';
        }
        std::cout << "complete: " << pages << " pages, " << items << " items\n";
        return 0;
    } catch (const swiftpager::error &error) {
        std::cerr << error.name() << ": " << error.what() << '\n';
        return 1;
    }
}
