import PagerClient
import PagerJSON

extension RequestEvent.Kind {
  fileprivate var members: [String: JSONValue] {
    switch self {
    case .authorizing(let reason): ["reason": .string(reason.rawValue)]
    case .pacing(let duration): ["wait_ms": .integer(duration.wholeMilliseconds)]
    case .began(let byteCount): ["bytes": .integer(Int64(byteCount))]
    case .connected(let isNew): ["state": isNew ? "opened" : "reused"]
    case .limit(let limit):
      ["remaining": .integer(limit.remaining), "total": .optional(limit.total), "reset": .optional(limit.reset)]
    case .answered(let status, let byteCount, let duration):
      [
        "status": .integer(Int64(status)), "bytes": .integer(Int64(byteCount)),
        "milliseconds": .integer(duration.wholeMilliseconds),
      ]
    case .failed(let message, let duration):
      ["message": .string(message), "milliseconds": .integer(duration.wholeMilliseconds)]
    case .resent(let reason): ["reason": .string(reason)]
    case .waiting(let reason, let duration):
      ["reason": .string(reason), "wait_ms": .integer(duration.wholeMilliseconds)]
    case .unreadable(let place, let field, let reason):
      ["place": .string(place), "field": field.map { .string($0) } ?? .null, "reason": .string(reason)]
    }
  }
}

extension RequestEvent {
  /// The header's JSON object.
  ///
  /// - Parameter dropped: how many events before it were dropped.
  func json(dropped: Int) -> JSONValue {
    var members = kind.members
    members["event"] = .string(kind.name.rawValue)
    members["request"] = .integer(Int64(clamping: request))
    members["attempt"] = .integer(Int64(attempt))
    members["operation"] = subject.operationName.map { .string($0) } ?? .null
    members["page"] = .optional(subject.page.map { Int64($0) })
    members["time"] = .integer(time)
    members["dropped"] = .integer(Int64(dropped))
    return .object(members)
  }
}

extension JSONValue {
  fileprivate static func optional(_ number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }
}
