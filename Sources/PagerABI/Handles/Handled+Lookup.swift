/// How exports get from handles to objects and back.
extension Handled {
  /// The object behind a handle.
  ///
  /// - Throws: `forked`, or `invalidHandle` for a stale, foreign or NULL one.
  static func find(_ handle: OpaquePointer?) throws(ErrorReport) -> Self {
    try checkProcess()
    guard let object = HandleTable.shared.find(handle, as: Self.self) else { throw invalid(handle) }
    return object
  }

  /// The object behind a handle that is given back; nil for NULL, which is allowed.
  static func take(_ handle: OpaquePointer?) throws(ErrorReport) -> Self? {
    guard handle != nil else { return nil }
    try checkProcess()
    guard let object = HandleTable.shared.remove(handle, as: Self.self) else { throw invalid(handle) }
    return object
  }

  /// The object behind a handle; nil where `find` would throw. For accessors that have no status.
  static func existing(_ handle: OpaquePointer?) -> Self? {
    HomeProcess.isForkedChild ? nil : HandleTable.shared.find(handle, as: Self.self)
  }

  /// A handle for the object.
  func makeHandle() -> OpaquePointer? {
    HandleTable.shared.insert(self)
  }

  /// What a handle is answered with that stands for nothing.
  static func invalid(_ handle: OpaquePointer?) -> ErrorReport {
    let what = handle == nil ? "is NULL" : "was released, or is a handle of another kind"
    return ErrorReport(.invalidHandle, "the \(handleName) \(what)")
  }
}

/// Refuses calls in a forked child.
func checkProcess() throws(ErrorReport) {
  if HomeProcess.isForkedChild {
    throw ErrorReport(
      .forked,
      "this process was forked from one that uses swiftpager, and the library's thread is not here: "
        + "start the child with exec or spawn, or use the library in the child only")
  }
}
