/// Why something could not be written to a cache, or read from it.
package enum CacheError: Error, Sendable, Hashable {
  /// The given value is not valid; the message says what to write instead.
  case invalid(message: String)
  /// The file of the cache cannot be used, or the disk does not take more.
  case storage(message: String)
  case outOfMemory

  package var message: String {
    switch self {
    case .invalid(let message), .storage(let message): message
    case .outOfMemory: "there is not enough memory for the cache"
    }
  }
}

/// Why the cache cannot answer an operation.
package struct CacheMiss: Error, Sendable, Hashable {
  /// The error of the file, if the file is the reason.
  package var error: CacheError?
  /// The key of the record that lacks something.
  package let place: String
  /// The field that it lacks, with its arguments; nil if it is not one field.
  package let field: String?
  /// What is missing.
  package let reason: String

  package init(place: String, field: String? = nil, reason: String, error: CacheError? = nil) {
    self.place = place
    self.field = field
    self.reason = reason
    self.error = error
  }

  static let outOfMemory = CacheMiss(place: "", reason: "", error: .outOfMemory)

  package var message: String { error?.message ?? "the cache cannot answer the operation: \(reason) (\(place))" }
}
