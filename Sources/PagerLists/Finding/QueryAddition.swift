import PagerBytes

/// What the library has added to a query so that its list can be paged.
///
/// A class, because plans have copies and a caller's stack may be small.
package final class QueryAddition: Sendable {
  /// The additions, in the order of the query: `$after: String`, `after: $after`, `pageInfo { hasNextPage endCursor }`.
  package let texts: [String]
  /// The query as the caller wrote it.
  let original: String
  /// The query with them.
  let query: String

  init(_ texts: [String], to original: String, query: String) {
    (self.texts, self.original, self.query) = (texts, original, query)
  }

  /// Advice for a query that a server has refused because of an addition; nil if the server says nothing of one.
  ///
  /// - Parameter messages: what the server says.
  package func advice(after messages: [String]) -> String? {
    let own = messages.filter { message in names.contains(where: message.quotes) }
    guard !own.isEmpty else { return nil }
    let added = texts.map { "`\($0)`" }.joined(separator: ", ")
    let start = "; the library added \(added) to the query `\(original.printable)`, and the server may not know it: "
    if let declaration, let type = own.lazy.compactMap({ $0.expectedType(besides: declaration.type) }).first,
      let place = query.firstPlace(of: declaration.text)
    {
      var corrected = query
      corrected.replaceSubrange(place, with: "\(declaration.variable): \(type)")
      return start + "write `\(corrected.printable)`"
    }
    return start + "give what takes the cursor in this query a variable and name that, as in {\"after\": \"cursor\"} "
      + "in `pagination`, or set \"complete_query\": false there"
  }

  /// The added variable, as it is declared.
  private var declaration: (text: String, variable: String, type: String)? {
    guard let text = texts.first(where: { $0.hasPrefix("$") }), let colon = text.firstPlace(of: ": ") else {
      return nil
    }
    let type = text[colon.upperBound...].prefix { $0 != " " }
    return (text, String(text[..<colon.lowerBound]), String(type))
  }

  /// The names by which a server may speak of an addition.
  private var names: [String] {
    texts.flatMap { text in
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        .filter { Int($0) == nil }
    }
  }
}

extension String {
  /// Whether it has a name in quotes, or as a variable: other words may look the same.
  fileprivate func quotes(_ name: String) -> Bool {
    ["\"\(name)\"", "'\(name)'", "`\(name)`", "$\(name)"].contains { firstPlace(of: $0) != nil }
  }

  /// The type that a server's error names as the right one: the last of the quoted types, or of those in
  /// `(String / ID)`.
  ///
  /// - Parameter declared: the type that is not right, which such an error names, too.
  fileprivate func expectedType(besides declared: String) -> String? {
    let isQuote = { (character: Character) in "\"'`/()".contains(character) }
    let parts = split(whereSeparator: isQuote).map { $0.filter { $0 != " " } }
    return parts.contains(declared) ? parts.last { $0 != declared && $0.isType } : nil
  }

  /// Whether it is written like a type: a name with a capital letter, maybe in brackets, maybe non-null.
  private var isType: Bool {
    let name = filter { !"[]!".contains($0) }
    return name.first?.isUppercase == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
