/// The pages of a list, each once and one by one. Nothing is kept.
///
/// ```swift
/// for try await page in ProductsQuery(first: 100).pages(client: client) {
///   for product in page.items { print(product.name) }
/// }
/// ```
///
/// Each iteration is a walk of its own, from the beginning of the list: the next pages first, then the previous ones.
/// The next page travels while the loop works on a page, and the one after it waits for the loop. The pages of a pager,
/// and its subscribers, do not change.
///
/// A list that is cut ends the loop with an error, after the pages that arrived: a `ClientError` of the network or the
/// server, ``PageErrors`` for a page without data, ``IncompleteListError`` for a page that does not lead on. After the
/// last page come ``PartialDataError`` if errors came with the data, and ``FewerThanTotalError`` if the list has fewer
/// items than it said. If the task is cancelled, the loop ends with `CancellationError`, and the request is aborted.
/// Leaving the loop aborts it, too.
public struct QueryPages<Page: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Page
  public typealias Failure = any Error

  let makeWalk: @Sendable () -> any PageWalk<Page>

  /// Begins a walk. The first request leaves when the first page is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(walk: makeWalk()) }

  /// One walk. Copies share it.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let walk: any PageWalk<Page>

    /// The next page; nil after the last one, and after an error.
    ///
    /// - Throws: what ended the list: see ``QueryPages``.
    public mutating func next() async throws -> Page? { try await walk.next() }
  }
}
