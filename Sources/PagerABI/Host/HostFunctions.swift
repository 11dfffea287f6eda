import CSwiftPager

/// The functions of a host's transport, as C passed them.
struct HostFunctions: Sendable {
  let send: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void
  let cancel: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?
  let userData: UserData

  /// Copies a transport.
  ///
  /// - Throws: `invalidArgument` for one without `send`; its `destroy` has run then.
  init(_ transport: UnsafePointer<swiftpager_transport>) throws(ErrorReport) {
    let functions = try FunctionTable.copy("transport", transport, empty: swiftpager_transport())
    userData = UserData(functions.user_data, functions.destroy)
    guard let send = functions.send else {
      userData.destroyNow()
      throw ErrorReport(.invalidArgument, "transport.send is NULL: nothing could be sent")
    }
    self.send = send
    cancel = functions.cancel
  }
}
