import PagerCache

/// What the cache tells the watcher of a response.
package enum AnswerNews: Sendable {
  /// The response in its state after a change.
  case changed(Answer)
  /// The response without the optimistic writes of a mutation that has failed. The cache does not have all of it any
  /// more.
  case withoutGuess(Answer)
  /// The cache does not have all of it any more.
  case lost(MissingPart)
  /// The cache has never had all of the response: the server has left something out.
  case neverWhole(MissingPart)

  init(_ news: CacheNews, of request: CacheRequest, in cache: Cache) {
    switch news {
    case .changed(let answer): self = .changed(Answer(answer, of: request, in: cache, isFinal: true))
    case .withoutGuess(let answer): self = .withoutGuess(Answer(answer, of: request, in: cache, isFinal: true))
    case .lost(let miss): self = .lost(MissingPart(miss))
    case .neverWhole(let miss): self = .neverWhole(MissingPart(miss))
    }
  }
}

/// The part of a response that a cache does not have.
package struct MissingPart: Sendable, Hashable {
  /// The key of the object that lacks it, or the place of that object; empty if the response as a whole is missing.
  package let place: String
  /// The field that is missing, with its arguments; nil if it is not one field.
  package let field: String?
  /// Why the part is missing.
  package let reason: String

  init(reason: String) {
    place = ""
    field = nil
    self.reason = reason
  }

  init(_ miss: CacheMiss) {
    place = miss.place
    field = miss.field
    reason = miss.error?.message ?? miss.reason
  }
}
