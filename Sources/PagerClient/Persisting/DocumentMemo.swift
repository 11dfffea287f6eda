import PagerThreads

/// Keeps what is made of each document, so that it is made once. A program that writes its values into its documents
/// does not make the memo grow without a limit.
package final class DocumentMemo<Made: Sendable>: Sendable {
  private struct Key: Hashable {
    // Documents are compared by bytes: two equal strings can differ in their bytes, and then their results differ.
    let document: [UInt8]
    let operationName: String?
  }

  private static var mostDocuments: Int { 256 }

  private let known = Lock<[Key: Made]>([:])

  package init() {}

  /// Returns the value that was made from the document before, or else calls `make`.
  package func value(of document: String, operationName: String? = nil, make: () throws -> Made) rethrows -> Made {
    let key = Key(document: Array(document.utf8), operationName: operationName)
    if let known = known.withLock({ $0[key] }) { return known }
    let made = try make()
    known.withLock { known in
      if known.count >= Self.mostDocuments { known.removeAll() }
      known[key] = made
    }
    return made
  }
}
