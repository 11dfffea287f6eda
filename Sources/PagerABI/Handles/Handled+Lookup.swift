import PagerThreads

/// How exports get from handles to objects and back.
extension Handled {
  /// The object behind a handle.
  ///
  /// - Throws: `forked`, or `invalidHandle` for a stale, foreign or NULL one.
  static func find(_ handle: OpaquePointer?) throws(ErrorReport) -> Self {
    guard let object = HandleTable.shared.find(handle, as: Self.self) else { throw refusal(of: handle) }
    return object
  }

  /// The object behind a handle that is given back; nil for NULL, which is allowed.
  static func take(_ handle: OpaquePointer?) throws(ErrorReport) -> Self? {
    guard handle != nil else { return nil }
    guard let object = HandleTable.shared.remove(handle, as: Self.self) else { throw refusal(of: handle) }
    return object
  }

  /// The body of an accessor without a status: `part` of the object behind a handle; nil if `find` would throw.
  static func read<Part>(_ handle: OpaquePointer?, _ part: (Self) -> Part?) -> Part? {
    ForkGate.inside { HandleTable.shared.find(handle, as: Self.self).flatMap(part) }
  }

  /// A handle for the object.
  func makeHandle() -> OpaquePointer? {
    HandleTable.shared.insert(self)
  }

  /// The error for a handle without an object.
  static func invalid(_ handle: OpaquePointer?) -> ErrorReport {
    let what = handle == nil ? "is NULL" : "was released, or is a handle of another kind"
    return ErrorReport(.invalidHandle, "the \(handleName) \(what)")
  }

  private static func refusal(of handle: OpaquePointer?) -> ErrorReport {
    HandleTable.shared.isOfAncestor(handle) ? .forked(handleName) : invalid(handle)
  }
}

extension ErrorReport {
  /// The error for a handle in a child of the process that made it.
  static func forked(_ what: StaticString) -> ErrorReport {
    ErrorReport(
      .forked,
      "the \(what) belongs to the process that forked this one, and its threads run only there: "
        + "make a new client in this process")
  }
}
