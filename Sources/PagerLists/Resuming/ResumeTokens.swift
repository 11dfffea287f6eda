package import PagerState
import PagerThreads

/// Writes the tokens of one pager, of which there may be one after each page.
package final class ResumeTokens: Sendable {
  private struct Kept: Sendable {
    var token = GrowingToken()
    /// What all tokens have, and the list that it is of: the first answer may complete a plan.
    var frame: (of: any (AnyObject & Sendable), text: TokenFrame)?
  }

  /// Nil while a call writes, and before the first one.
  private let kept = Lock<Kept?>(nil)

  package init() {}

  /// Writes a token, and passes its text on.
  ///
  /// A call takes out of the lock what is kept, because it may run code of the app. A call at the same time begins with
  /// nothing: its token takes longer, and is the same.
  ///
  /// - Parameters:
  ///   - list: what the frame is of; another object has another frame.
  ///   - position: that of the list, for a reader that has the fingerprints up to a mark.
  /// - Throws: `ResumeTokenError` if the token would become too long, and what `frame` and `request` throw.
  package func write<Result>(
    of list: any (AnyObject & Sendable), frame: () throws(ResumeTokenError) -> TokenFrame,
    _ position: (FingerprintMark?) -> PositionStep, _ request: GrowingToken.WriteRequest,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(ResumeTokenError) -> Result {
    var own = kept.withLock { $0.take() } ?? Kept()
    defer { kept.withLock { [own] in $0 = own } }
    let text: TokenFrame
    if let known = own.frame, known.of === list {
      text = known.text
    } else {
      text = try frame()
      own.frame = (list, text)
    }
    return try own.token.write(position(own.token.mark), text, request, body)
  }

  /// Writes a token of a list that documents describe.
  ///
  /// - Throws: `ResumeTokenError` if the cursors, or the page info of a function of the host, are too long, and for a
  ///   list that each request moves.
  package func write<Result>(
    of list: CurrentPlan, at endpoint: String, _ position: (FingerprintMark?) -> PositionStep,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(ResumeTokenError) -> Result {
    let shared = list.current
    if shared.movesList { throw .movesOn }
    return try write(
      of: shared,
      frame: { () throws(ResumeTokenError) in try shared.plan.tokenFrame(at: endpoint) },
      position, PageRequest.write, body)
  }
}
