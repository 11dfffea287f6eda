import PagerClient
package import PagerJSON
package import PagerState

/// Between positions of a plan's list and tokens.
extension DocumentPlan {
  /// Makes what is beyond an end from the page info that a function of the host found there.
  package typealias Resolve = (_ pageInfo: String, ListEnd) throws(ResumeTokenError) -> Frontier<PageRequest>

  /// Writes a token for a position.
  ///
  /// - Throws: `ResumeTokenError` if the cursors, or the page info of a function of the host, are too long.
  package func resumeToken(
    for position: ListPosition<PageRequest>, at endpoint: String
  ) throws(ResumeTokenError) -> String {
    try ListToken(position, of: identity.signature(at: endpoint)) { request throws(ResumeTokenError) in
      try json(request)
    }.text()
  }

  /// Reads a token: its text, or the object in it.
  ///
  /// - Parameter resolve: the function of the host that makes the requests for further pages; nil if none does.
  /// - Throws: `ResumeTokenError` for a token that is damaged, newer, or of another list, and what `resolve` throws.
  package func position(
    of token: JSONValue, at endpoint: String, _ resolve: Resolve? = nil
  ) throws(ResumeTokenError) -> ListPosition<PageRequest> {
    try ListToken(token).position(of: identity.signature(at: endpoint)) { json, end throws(ResumeTokenError) in
      let pageInfo = json["page_info"]?.string
      guard (pageInfo == nil) == (resolve == nil) else {
        throw .unusable(
          message: "the resume token belongs to another list: it was made \(pageInfo == nil ? "without" : "with") the "
            + "hook resolve_page, and this pager was made \(resolve == nil ? "without" : "with") it")
      }
      if let pageInfo, let resolve { return try resolve(pageInfo, end) }
      let request =
        try json["offset"] == nil ? request(after: json["cursor"], toward: end) : request(at: json, toward: end)
      guard let request else { throw .damaged("it does not say how the list goes on") }
      return .open(request)
    }
  }

  private func json(_ request: PageRequest) throws(ResumeTokenError) -> JSONValue {
    // The page info and not the request: no token makes a pager send anything but its own queries.
    if let origin = request.origin { return ["page_info": .string(origin.pageInfo)] }
    if let offset = request.offset {
      return ["offset": .integer(offset.number), "items_before": offset.itemsBefore.map { .integer($0) } ?? .null]
    }
    // As text, so that it is sent back byte for byte even if other libraries change the token's numbers and escapes.
    return ["cursor": .string(request.settings.first?.value.json.description ?? "null")]
  }

  private func request(after cursor: JSONValue?, toward end: ListEnd) throws(ResumeTokenError) -> PageRequest? {
    guard let variable = first.shape[end]?.variable ?? cursorVariables[end], let text = cursor?.string else {
      return nil
    }
    let value: VariableValue
    do {
      value = try VariableValue(parsing: text)
    } catch {
      throw .damaged("its cursor cannot be read: \(error.message)")
    }
    guard value.isCursor else { return nil }
    return PageRequest(first.shape.furtherQuery, toward: end, [.init(variable, value)])
  }

  private func request(at json: JSONValue, toward end: ListEnd) -> PageRequest? {
    guard end == .next, let list = first.shape.offset, let number = json["offset"]?.integer, number >= 0 else {
      return nil
    }
    return PageRequest(
      first.shape.furtherQuery, toward: .next, [.init(list.variable, VariableValue(integer: number))],
      offset: ListOffset(number: number, itemsBefore: json["items_before"]?.integer))
  }
}

extension PageRequest {
  /// The same in every process, so that a resumed list notices a cycle back to a page of another one.
  var fingerprint: UInt64 {
    var hash = StableHash()
    hash.combine(query == .first ? 0 : 1)
    hash.combine(end == .next ? 0 : 1)
    for setting in settings {
      hash.combine(setting.variable)
      hash.combine(setting.value.compared)
    }
    if let offset { hash.combine(UInt64(bitPattern: offset.number)) }
    if let body { hash.combine(body) }
    return hash.value
  }
}
