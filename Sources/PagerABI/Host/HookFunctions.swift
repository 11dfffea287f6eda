import CSwiftPager
import PagerBytes
import PagerClient
import PagerCore
import PagerJSON
import PagerState

/// The functions that C gave a pager for its pages.
struct HookFunctions: Sendable {
  let extract:
    (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int, Bool) -> UnsafeMutablePointer<CChar>?)?
  let resolve:
    (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, swiftpager_kind) -> UnsafeMutablePointer<CChar>?)?
  let transform:
    (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int) -> UnsafeMutablePointer<CChar>?)?
  let userData: UserData

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

extension HookFunctions {
  /// Calls `resolve_page` for the request beyond an end.
  ///
  /// - Parameters:
  ///   - info: the page info, a JSON object.
  ///   - document: the document to send if the function does not name one.
  func resolved(
    _ end: ListEnd, _ info: ReceivedBytes, _ document: PagedDocument, listAt shape: ConnectionShape
  ) throws(ClientError) -> Frontier<PageRequest> {
    let kind = end == .next ? SWIFTPAGER_KIND_NEXT : SWIFTPAGER_KIND_PREVIOUS
    let made = resolve?(userData.pointer, info.text.start, swiftpager_kind(kind))
    guard let result = try HookResult(made, of: "resolve_page") else { return .unresolved }
    do {
      let request = try RequestConfig.plan(resolved: result.text, document, listAt: shape)
      let origin = RequestOrigin(pageInfo: info.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
      return .open(PageRequest(toward: end, request, madeOf: origin))
    } catch {
      throw .hook(message: "resolve_page returned a request that cannot be sent: \(error.message)")
    }
  }

  /// The same for the page info in a resume token, in the call that makes the pager; nil without `resolve_page`.
  func resolving(_ document: PagedDocument, listAt shape: ConnectionShape) -> DocumentPlan.Resolve? {
    guard resolve != nil else { return nil }
    return { pageInfo, end throws(ResumeTokenError) in
      guard let info = ReceivedBytes(text: pageInfo) else { throw .unusable(message: "there is not enough memory") }
      var failure = ClientError.hook(message: "resolve_page did not return")
      let frontier = CallbackStack.run { () -> Frontier<PageRequest>? in
        do throws(ClientError) {
          return try self.resolved(end, info, document, listAt: shape)
        } catch {
          failure = error
          return nil
        }
      } whenLeft: {
        userData.destroyNow()
      }
      guard let frontier = frontier ?? nil else { throw .hook(message: ErrorReport(failure).message) }
      return frontier
    }
  }
}
