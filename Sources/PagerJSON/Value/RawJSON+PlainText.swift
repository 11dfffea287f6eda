extension RawJSON {
  /// Copies the text of a value during the reading, in a form that even the strictest reader of JSON takes.
  ///
  /// Of members with the same key only the first one stays, U+FFFD replaces NUL, an integer above `Int64.max` becomes a
  /// real with all its digits, and white space is left out. Nothing recurses, so the depth of the value costs no stack.
  package init(plain node: JSONNode) {
    var writer = PlainTextWriter(node)
    writer.write()
    self.init(validated: writer.text)
  }
}

/// Writes a value by one walk over its tokens.
private struct PlainTextWriter {
  private(set) var text: [UInt8] = []

  private let root: JSONNode
  /// The next token.
  private var position: UInt32
  /// The objects and arrays around it.
  private var open: [Container] = []

  private struct Container {
    let closing: UInt32
    let isObject: Bool
    var isEmpty = true
    /// The keys of an object that were written so far.
    var keys: Set<String> = []
  }

  init(_ root: JSONNode) {
    self.root = root
    position = root.token
  }

  mutating func write() {
    repeat {
      if let container = open.last, position == container.closing {
        text.append(root.byte(at: position))
        position += 1
        open.removeLast()
      } else if open.isEmpty || beginElement() {
        writeValueOrOpening()
      }
    } while !open.isEmpty
  }

  /// Writes the comma and the key before a value in its container; false if the value is left out.
  private mutating func beginElement() -> Bool {
    let last = open.count - 1
    if open[last].isObject {
      let key = root.node(at: position)
      position += 1
      let scalars = (key.string ?? "").unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }
      let name = String(String.UnicodeScalarView(scalars))
      guard open[last].keys.insert(name).inserted else {
        position = root.node(at: position).lastToken + 1
        return false
      }
      writeComma(in: last)
      writeString(key)
      text.append(UInt8(ascii: ":"))
    } else {
      writeComma(in: last)
    }
    return true
  }

  private mutating func writeComma(in container: Int) {
    if !open[container].isEmpty { text.append(UInt8(ascii: ",")) }
    open[container].isEmpty = false
  }

  private mutating func writeValueOrOpening() {
    let node = root.node(at: position)
    position += 1
    switch node.kind {
    case .object, .array:
      text.append(node.firstByte)
      open.append(Container(closing: node.lastToken, isObject: node.kind == .object))
    case .string:
      writeString(node)
    case .number:
      text += node.rawText
      if case .unsigned = node.number { text += ".0".utf8 }
    case .bool, .null:
      text += node.rawText
    }
  }

  /// Writes a string as it is, except for NUL.
  private mutating func writeString(_ node: JSONNode) {
    let start = text.count
    text += node.rawText
    guard let unescaped = node.unescaped, unescaped.contains(0) else { return }
    var place = start
    while place + 5 < text.count {
      guard text[place] == UInt8(ascii: "\\") else {
        place += 1
        continue
      }
      if text[place + 1..<place + 6].elementsEqual("u0000".utf8) {
        text.replaceSubrange(place + 1..<place + 6, with: "ufffd".utf8)
      }
      place += 2
    }
  }
}
