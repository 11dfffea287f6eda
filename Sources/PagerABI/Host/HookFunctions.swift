import CSwiftPager
import PagerBytes
import PagerClient
import PagerCore
import PagerJSON
import PagerState

/// The functions that C gave a pager for its pages. A class, because copies of so many would take the parser's stack.
final class HookFunctions: Sendable {
  private typealias Data = UnsafeMutableRawPointer?
  private typealias Text = UnsafePointer<CChar>?
  private typealias Made = UnsafeMutablePointer<CChar>?

  // At most one of the two forms of each function.
  private let extract: (@convention(c) (Data, Text, Int, Bool) -> Made)?
  private let resolve: (@convention(c) (Data, Text, swiftpager_kind) -> Made)?
  private let transform: (@convention(c) (Data, Text, Int) -> Made)?
  private let tryExtract: (@convention(c) (Data, Text, Int, Bool, ErrorOutput?) -> swiftpager_status)?
  private let tryResolve: (@convention(c) (Data, Text, swiftpager_kind, ErrorOutput?) -> swiftpager_status)?
  private let tryTransform: (@convention(c) (Data, Text, Int, ErrorOutput?) -> swiftpager_status)?
  let userData: UserData

  /// Copies hooks, whose user data the call takes over. Not inlined, because the parser needs that part of the stack.
  @inline(never)
  convenience init(
    copying hooks: UnsafePointer<swiftpager_pager_hooks>, _ taken: TakenOver
  ) throws(ErrorReport) {
    try self.init(hooks)
    taken.userData = userData
  }

  /// Copies hooks.
  ///
  /// - Throws: `invalidArgument` for hooks with members that this version does not know, and for both forms of one
  ///   function; their `destroy` has then run.
  init(_ hooks: UnsafePointer<swiftpager_pager_hooks>) throws(ErrorReport) {
    let table = try FunctionTable("hooks", hooks, empty: swiftpager_pager_hooks())
    let functions = table.members
    extract = functions.extract_page_info
    resolve = functions.resolve_page
    transform = functions.transform
    tryExtract = functions.try_extract_page_info
    tryResolve = functions.try_resolve_page
    tryTransform = functions.try_transform
    userData = UserData(functions.user_data, functions.destroy)
    do throws(ErrorReport) {
      try table.check()
      try Self.check("extract_page_info", extract != nil && tryExtract != nil)
      try Self.check("resolve_page", resolve != nil && tryResolve != nil)
      try Self.check("transform", transform != nil && tryTransform != nil)
    } catch {
      userData.destroyNow()
      throw error
    }
  }

  private static func check(_ name: StaticString, _ hasBothForms: Bool) throws(ErrorReport) {
    guard hasBothForms else { return }
    throw ErrorReport(.invalidArgument, "hooks has both \(name) and try_\(name): set one of them to NULL")
  }
}

/// The calls. Each result is nil if the function returns NULL, and if C gave none.
extension HookFunctions {
  var extracts: Bool { extract != nil || tryExtract != nil }
  var resolves: Bool { resolve != nil || tryResolve != nil }
  var transforms: Bool { transform != nil || tryTransform != nil }

  func extracted(from body: BorrowedText, isInitial: Bool) throws(ClientError) -> HookResult? {
    let data = userData.pointer
    guard let tryExtract else {
      return try HookResult(extract?(data, body.start, body.count, isInitial), of: "extract_page_info")
    }
    return try HookResult(of: "try_extract_page_info") { tryExtract(data, body.start, body.count, isInitial, &$0) }
  }

  func resolved(_ end: ListEnd, _ info: BorrowedText) throws(ClientError) -> HookResult? {
    let data = userData.pointer
    let kind = swiftpager_kind(end == .next ? SWIFTPAGER_KIND_NEXT : SWIFTPAGER_KIND_PREVIOUS)
    guard let tryResolve else { return try HookResult(resolve?(data, info.start, kind), of: "resolve_page") }
    return try HookResult(of: "try_resolve_page") { tryResolve(data, info.start, kind, &$0) }
  }

  func transformed(_ body: BorrowedText) throws(ClientError) -> HookResult? {
    let data = userData.pointer
    guard let tryTransform else { return try HookResult(transform?(data, body.start, body.count), of: "transform") }
    return try HookResult(of: "try_transform") { tryTransform(data, body.start, body.count, &$0) }
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
  ) throws(ClientError) -> Frontier<PageRequest> {
    guard let result = try resolved(end, info.text) else { return .unresolved }
    do {
      let request = try RequestConfig.plan(resolved: result.text, document, listAt: shape)
      let origin = RequestOrigin(pageInfo: info.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
      return .open(PageRequest(toward: end, request, madeOf: origin))
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
      let frontier = CallbackStack.run(.single) { () -> Frontier<PageRequest>? in
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
