// What the C++ programs of this folder share: expectations that count their failures, and the query of the shop.
#ifndef EXPECTING_HPP
#define EXPECTING_HPP

#include <swiftpager.hpp>

#include <functional>
#include <iostream>
#include <string>

inline int failures;

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            std::cerr << __FILE__ << ':' << __LINE__ << ": it does not hold that " #condition << '\n'; \
            failures++; \
        } \
    } while (false)

inline const char QUERY[] = "query ($after: String) { products(first: 100, after: $after) {"
                            " edges { node { id } } pageInfo { hasNextPage endCursor } } }";

/// The status of the error that a call throws; OK if it throws none.
inline swiftpager_status thrown_by(const std::function<void()> &call)
{
    try {
        call();
    } catch (const swiftpager::error &error) {
        return error.status();
    }
    return SWIFTPAGER_OK;
}

/// Runs the tests, and says how many expectations failed.
inline int report(const std::function<void()> &tests)
{
    try {
        tests();
    } catch (const std::exception &error) {
        std::cerr << "not caught: " << error.what() << '\n';
        return 1;
    }
    if (failures == 0) std::cout << "all is well\n";
    return failures;
}

#endif // EXPECTING_HPP
