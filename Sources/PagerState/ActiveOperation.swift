/// The operation under way. There is at most one.
struct ActiveOperation<Types: PagerTypes>: Sendable {
  let operation: OperationID
  let kind: OperationKind
  /// The request it waits for; while a walk is held back, the last one that was answered.
  var load: LoadID
  var request: Types.Request
  var role: PageRole
  /// A walk's next request that waits for a slow subscriber.
  var heldBack: (request: Types.Request, role: PageRole)?
  /// What this operation has loaded so far.
  var pages = 0
  var items = 0
  /// The newest state of the list, where subscribers have not been told of it.
  var unpublished: PagerUpdate<Types>?

  init(
    operation: OperationID, kind: OperationKind, load: LoadID, request: Types.Request, role: PageRole,
    unpublished: PagerUpdate<Types>?
  ) {
    self.operation = operation
    self.kind = kind
    self.load = load
    self.request = request
    self.role = role
    self.unpublished = unpublished
  }

  /// Whether an answer to this load is still wanted.
  func isWaiting(for load: LoadID) -> Bool {
    self.load == load && heldBack == nil
  }

  func hasReachedCap(of walk: Walk) -> Bool {
    if let maximum = walk.maximumPages, pages >= maximum { return true }
    if let maximum = walk.maximumItems, items >= maximum { return true }
    return false
  }
}
