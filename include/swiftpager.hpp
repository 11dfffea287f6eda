// swiftpager for C++17: the C contract of swiftpager.h, with owners in place of handles and exceptions in place of
// statuses. Header-only.
//
//     swiftpager::client client("http://127.0.0.1:8000/graphql");
//     for (const swiftpager::update &update : client.make_pager(QUERY).walk())
//         for (std::string_view item : update.page().items())
//             std::cout << item << '\n';
//
// In C++20 walks, items and spans are input ranges: `page.items() | std::views::take(3)`.
//
// A client, pager, operation or subscription can be moved, but not copied. A copy of an update or a page retains it. A
// page and the ranges of its items outlive their update. A std::string_view is valid as long as the update, the page or
// the range that it was taken from. What was moved elsewhere, or was given back, throws INVALID_HANDLE. The rules of
// swiftpager.h on threads, callbacks and fork() hold here, too. Call the functions of swiftpager.h with `handle()` for
// everything that has no method.
//
// Callbacks are std::functions, which the library keeps until it calls them no more. They run in client::dispatch(),
// operation::wait(), the two next() and a stream of Arrow. If one throws, that call ends as soon as the callbacks that
// wait have run, and rethrows the first exception; the wait of another thread on the same client may end, too, with
// INTERRUPTED. What the call would have returned is not lost: the next call returns it. With "delivery": "thread", and
// in a C function that was called with `handle()`, such an exception ends the process by std::terminate().
#ifndef SWIFTPAGER_HPP
#define SWIFTPAGER_HPP

#include "swiftpager.h"
#include "swiftpager/arrow.hpp"
#include "swiftpager/calls.hpp"
#include "swiftpager/client.hpp"
#include "swiftpager/error.hpp"
#include "swiftpager/hooks.hpp"
#include "swiftpager/operation.hpp"
#include "swiftpager/page.hpp"
#include "swiftpager/pager.hpp"
#include "swiftpager/update.hpp"

#endif // SWIFTPAGER_HPP
