package import PagerClient
package import PagerState

/// Makes the page of one load whole, before it is taken into the list.
package protocol PageCompletion<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Completes a page that has arrived.
  ///
  /// - Parameter done: takes the page, or the reason why there is none, unless `cancel` comes first. It may run before
  ///   this returns.
  func complete(
    _ page: Types.Page, in answer: Answer, done: @escaping @Sendable (Result<Types.Page, Types.Failure>) -> Void)
  /// Gives the page up. Must not wait.
  func cancel()
  /// What it waits for; nil if it does not wait.
  var wait: RequestWait? { get }
}

/// A page on its way, and what makes it whole.
struct CompletedExecution<Types: PagerTypes>: PageExecution {
  let execution: any PageExecution
  let completion: any PageCompletion<Types>

  func start() {
    execution.start()
  }

  func giveUp() {
    execution.giveUp()
    completion.cancel()
  }

  var wait: RequestWait? { execution.wait ?? completion.wait }
}
