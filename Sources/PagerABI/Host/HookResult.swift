import CSwiftPager
import Glibc
import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerState

/// What a hook returned: JSON text, copied and validated.
struct HookResult {
  let bytes: ReceivedBytes
  let name: StaticString

  /// The number of bytes of an unusable text that its error shows.
  private static let longestExcerpt = 200
  /// The number of bytes that an error shows of what a hook says went wrong.
  private static let longestReason = 4096

  /// Calls a hook, and takes over the memory that it leaves; nil if it succeeds with NULL.
  ///
  /// - Throws: `hook` for text that is not JSON, and for any other status than OK, with the text of what went wrong.
  init?(
    of name: StaticString, _ call: (inout UnsafeMutablePointer<CChar>?) -> swiftpager_status
  ) throws(ClientError) {
    var memory: UnsafeMutablePointer<CChar>?
    let status = call(&memory)
    defer { free(memory) }
    guard status == Status.ok.code else { throw Self.failure(of: name, status, memory) }
    guard let memory else { return nil }
    let count = strlen(memory)
    guard count <= ConfigText.longest else {
      throw .hook(message: "\(name) returned more than \(ConfigText.longest) bytes")
    }
    guard let bytes = ReceivedBytes(copyOf: UnsafeRawBufferPointer(start: memory, count: count)) else {
      throw .outOfResources(message: "there is not enough memory for what \(name) returned")
    }
    self.bytes = bytes
    self.name = name
    do {
      try JSONReader().read(bytes) { _ in }
    } catch {
      // A host's text that is not UTF-8 is better shown with a few wrong characters than lost.
      let start = bytes.withUnsafeBytes { String(decoding: $0.prefix(Self.longestExcerpt), as: UTF8.self) }
      throw .hook(message: "\(name) returned text that is not JSON: \(error), in \(start.debugDescription)")
    }
  }

  /// The error for a hook that returned another status than OK, and perhaps left a text of what went wrong.
  private static func failure(
    of name: StaticString, _ status: swiftpager_status, _ memory: UnsafeMutablePointer<CChar>?
  ) -> ClientError {
    guard let memory else {
      let known = Status.allCases.first { $0.code == status }
      return .hook(message: "\(name) failed with the status \(known.map { "\($0.name)" } ?? "\(status)")")
    }
    let text = UnsafeRawBufferPointer(start: memory, count: strnlen(memory, longestReason))
    return .hook(message: "\(name) failed: \(String(decoding: text, as: UTF8.self).printable)")
  }

  var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

/// Page info as hooks make and take it.
struct PageInfoText {
  /// The JSON object.
  let text: ReceivedBytes
  private let canLoadNext: Bool
  private let canLoadPrevious: Bool
  private let endCursor: VariableValue?
  private let startCursor: VariableValue?

  /// What `extract_page_info` returned.
  init(_ result: HookResult) throws(ClientError) {
    text = result.bytes
    let read: (Bool, Bool, VariableValue?, VariableValue?)
    do {
      read = try JSONReader().read(result.bytes) { root throws(JSONReadError) in
        guard root.kind == .object else {
          throw JSONReadError(message: "it is \(root.kind.phrase), not an object", offset: nil)
        }
        // A misspelled key would end the list.
        guard root.count == 0 || root["can_load_next"] != nil || root["can_load_previous"] != nil else {
          throw JSONReadError(message: "it has neither `can_load_next` nor `can_load_previous`", offset: nil)
        }
        return (
          try Self.flag("can_load_next", in: root), try Self.flag("can_load_previous", in: root),
          try Self.cursor("end_cursor", in: root), try Self.cursor("start_cursor", in: root)
        )
      }
    } catch {
      throw .hook(message: "\(result.name) returned something that is not a page info: \(error.message)")
    }
    (canLoadNext, canLoadPrevious, endCursor, startCursor) = read
  }

  private static func flag(_ key: String, in root: JSONNode) throws(JSONReadError) -> Bool {
    guard let node = try root.uniqueMember(key), !node.isNull else { return false }
    guard let flag = node.bool else {
      throw JSONReadError(message: "`\(key)` is \(node.kind.phrase), not true or false", offset: nil)
    }
    return flag
  }

  private static func cursor(_ key: String, in root: JSONNode) throws(JSONReadError) -> VariableValue? {
    guard let node = try root.uniqueMember(key), !node.isNull else { return nil }
    guard node.kind == .string || node.kind == .number else {
      throw JSONReadError(message: "`\(key)` is \(node.kind.phrase), not a string or a number", offset: nil)
    }
    return VariableValue(node)
  }

  /// The page info in the response itself.
  init(_ facts: PageFacts) throws(ClientError) {
    func request(_ end: ListEnd) -> PageRequest? {
      if case .open(let request) = facts[end] { PageRequest.open(request) } else { nil }
    }
    (canLoadNext, endCursor) = (request(.next) != nil, request(.next)?.settings.first?.value)
    (canLoadPrevious, startCursor) = (request(.previous) != nil, request(.previous)?.settings.first?.value)
    let written =
      "{\"can_load_next\":\(canLoadNext),\"can_load_previous\":\(canLoadPrevious),"
      + "\"end_cursor\":\(endCursor?.json.description ?? "null"),"
      + "\"start_cursor\":\(startCursor?.json.description ?? "null")}"
    guard let text = ReceivedBytes(text: written) else {
      throw .outOfResources(message: "there is not enough memory for a page info")
    }
    self.text = text
  }

  func canLoad(_ end: ListEnd) -> Bool { end == .next ? canLoadNext : canLoadPrevious }
  func cursor(at end: ListEnd) -> VariableValue? { end == .next ? endCursor : startCursor }
}
