import CPlatform
import PagerBytes

/// What can be found out about a response without reading it.
extension ReceivedBytes {
  /// Whether the first member of the object is `data`, with an object in it.
  var beginsWithData: Bool {
    withUnsafeBytes { bytes in
      var rest = bytes[...]
      for token in ["{", "\"data\"", ":", "{"] {
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard rest.starts(with: token.utf8) else { return false }
        rest = rest.dropFirst(token.utf8.count)
      }
      return true
    }
  }

  /// Whether the words are there at all: most small responses are complete ones.
  var mayHaveErrors: Bool {
    withUnsafeBytes { bytes in
      swiftpager_contains(bytes.baseAddress, bytes.count, "\"errors\"")
        || !beginsWithData && swiftpager_contains(bytes.baseAddress, bytes.count, "\"message\"")
    }
  }
}
