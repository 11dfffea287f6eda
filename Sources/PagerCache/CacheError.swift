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
