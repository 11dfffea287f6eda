import PagerJSON
import PagerTransport

/// How a recording writes the failures of a transport.
extension TransportError {
  private static let plainKinds: [String: Kind] = [
    "could_not_resolve": .couldNotResolve, "could_not_connect": .couldNotConnect, "tls_failed": .tlsFailed,
    "connect_timed_out": .connectTimedOut, "timed_out": .timedOut, "empty_answer": .emptyAnswer,
    "undecodable": .undecodable, "out_of_memory": .outOfMemory, "out_of_descriptors": .outOfDescriptors,
    "no_thread": .noThread,
  ]

  /// The written form of the failure.
  var recorded: JSONValue {
    var members: [String: JSONValue] = ["message": .string(message)]
    switch kind {
    case .connectionClosed(let received, let expected):
      members["kind"] = "connection_closed"
      members["received"] = .integer(Int64(received))
      if let expected { members["expected"] = .integer(Int64(expected)) }
    case .responseTooLarge(let limit):
      members["kind"] = "response_too_large"
      members["limit"] = .integer(Int64(limit))
    case .headersTooLong(let limit):
      members["kind"] = "headers_too_long"
      members["limit"] = .integer(Int64(limit))
    case .other(let code):
      members["kind"] = "other"
      members["code"] = .integer(Int64(code))
    default:
      members["kind"] = .string(Self.plainKinds.first { $0.value == kind }?.key ?? "other")
    }
    if let errorNumber { members["errno"] = .integer(Int64(errorNumber)) }
    return .object(members)
  }

  /// Reads a failure; nil if the value is not one.
  init?(recorded node: JSONNode) {
    guard let name = node["kind"]?.string, let message = node["message"]?.string else { return nil }
    let kind: Kind
    switch name {
    case "connection_closed":
      kind = .connectionClosed(received: node.count("received") ?? 0, expected: node.count("expected"))
    case "response_too_large":
      kind = .responseTooLarge(limit: node.count("limit") ?? 0)
    case "headers_too_long":
      kind = .headersTooLong(limit: node.count("limit") ?? 0)
    case "other":
      kind = .other(code: Int32(truncatingIfNeeded: node["code"]?.int64 ?? 0))
    default:
      guard let plain = Self.plainKinds[name] else { return nil }
      kind = plain
    }
    self.init(
      kind: kind, message: message, errorNumber: node["errno"]?.int64.map { Int32(truncatingIfNeeded: $0) })
  }
}

extension JSONNode {
  fileprivate func count(_ key: String) -> Int? { self[key]?.int64.flatMap { Int(exactly: $0) } }
}
