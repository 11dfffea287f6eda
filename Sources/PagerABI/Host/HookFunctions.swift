import CSwiftPager
import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerState

/// The functions that C gave a pager for its pages. A class, because copies of so many would take the parser's stack.
final class HookFunctions: Sendable {
  private typealias Data = UnsafeMutableRawPointer?
  private typealias Text = UnsafePointer<CChar>?

  private let extract: (@convention(c) (Data, Text, Int, Bool, ErrorOutput?) -> swiftpager_status)?
  private let resolve: (@convention(c) (Data, Text, swiftpager_kind, ErrorOutput?) -> swiftpager_status)?
  private let transform: (@convention(c) (Data, Text, Int, ErrorOutput?) -> swiftpager_status)?
  let userData: UserData

  /// Copies hooks. The call takes over their user data. Not inlined, because the parser needs that part of the stack.
  @inline(never)
  convenience init(
    copying hooks: UnsafePointer<swiftpager_pager_hooks>, _ taken: TakenOver
  ) throws(ErrorReport) {
    try self.init(hooks)
    taken.userData = userData
  }

  /// Copies hooks.
  ///
  /// - Throws: `invalidArgument` for hooks with members that this version does not know; their `destroy` has then run.
  init(_ hooks: UnsafePointer<swiftpager_pager_hooks>) throws(ErrorReport) {
    let table = try FunctionTable("hooks", hooks, empty: swiftpager_pager_hooks())
    let functions = table.members
    extract = functions.extract_page_info
    resolve = functions.resolve_page
    transform = functions.transform
    userData = UserData(functions.user_data, functions.destroy)
    do throws(ErrorReport) {
      try table.check()
    } catch {
      userData.destroyNow()
      throw error
    }
  }
}

/// The calls. Each result is nil if the function leaves NULL, and if C gave none.
extension HookFunctions {
  var extracts: Bool { extract != nil }
  var resolves: Bool { resolve != nil }
  var transforms: Bool { transform != nil }

  func extracted(from body: BorrowedText, isInitial: Bool) throws(ClientError) -> HookResult? {
    guard let extract else { return nil }
    let data = userData.pointer
    return try HookResult(of: "extract_page_info") { extract(data, body.start, body.count, isInitial, &$0) }
  }

  func resolved(_ end: ListEnd, _ info: BorrowedText) throws(ClientError) -> HookResult? {
    guard let resolve else { return nil }
    let data = userData.pointer
    let kind = swiftpager_kind(end == .next ? SWIFTPAGER_KIND_NEXT : SWIFTPAGER_KIND_PREVIOUS)
    return try HookResult(of: "resolve_page") { resolve(data, info.start, kind, &$0) }
  }

  func transformed(_ body: BorrowedText) throws(ClientError) -> HookResult? {
    guard let transform else { return nil }
    let data = userData.pointer
    return try HookResult(of: "transform") { transform(data, body.start, body.count, &$0) }
  }
}

extension HookFunctions {
  /// Calls `resolve_page` for the request beyond an end.
  ///
  /// - Parameters:
  ///   - info: the page info, a JSON object.
  ///   - document: the document to send if the function does not name one.
  func resolved(
    _ end: ListEnd, _ info: ReceivedBytes, _ document: PagedDocument, listAt shape: ConnectionShape
  ) throws(ClientError) -> Frontier {
    guard let result = try resolved(end, info.text) else { return .unresolved }
    do {
      let request = try RequestConfig.plan(resolved: result.text, document, listAt: shape)
      let pageInfo = info.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      let made = MadeRequest(body: request.body, items: request.items, from: pageInfo, toward: end)
      return .open(PageRequest(toward: end, at: .made(made)))
    } catch {
      throw .hook(message: "\(result.name) returned a request that cannot be sent: \(error.message)")
    }
  }

  /// The same for the page info in a resume token, in the call that makes the pager; nil without `resolve_page`.
  func resolving(_ document: PagedDocument, listAt shape: ConnectionShape) -> DocumentPlan.Resolve? {
    guard resolves else { return nil }
    return { pageInfo, end throws(ResumeTokenError) in
      guard let info = ReceivedBytes(text: pageInfo) else { throw .unusable(message: "there is not enough memory") }
      var failure = ClientError.hook(message: "resolve_page did not return")
      let frontier = CallbackStack.run(.single) { () -> Frontier? in
        do throws(ClientError) {
          return try self.resolved(end, info, document, listAt: shape)
        } catch {
          failure = error
          return nil
        }
      } whenLeft: {
        self.userData.destroyNow()
      }
      guard let frontier = frontier ?? nil else { throw .hook(message: ErrorReport(failure).message) }
      return frontier
    }
  }
}
