import PagerLocks

/// What is made of documents, once for each: a program that writes its values into its documents does not make it grow without
/// a limit.
final class DocumentMemo<Made: Sendable>: Sendable {
  private struct Key: Hashable {
    // By bytes: strings that differ in them can be equal, and what is made of them is not.
    let document: [UInt8]
    let operationName: String?
  }

  private static var mostDocuments: Int { 256 }

  private let known = Mutex<[Key: Made]>([:])

  /// What was made of the document, or what `make` makes of it.
  func value(of document: String, operationName: String? = nil, make: () throws -> Made) rethrows -> Made {
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
