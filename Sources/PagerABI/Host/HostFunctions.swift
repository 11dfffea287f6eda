import CSwiftPager

/// The functions of a host's transport, as C passed them.
struct HostFunctions: Sendable {
  let send: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void
  let cancel: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)?
  let userData: UserData

  /// Copies a transport.
  ///
  /// - Throws: `invalidArgument` for one without `send`, or that asks for more than there is; its `destroy` has run
  ///   then.
  init(_ transport: UnsafePointer<swiftpager_transport>) throws(ErrorReport) {
    let table = try FunctionTable("transport", transport, empty: swiftpager_transport())
    let functions = table.members
    userData = UserData(functions.user_data, functions.destroy)
    do throws(ErrorReport) {
      try table.check()
      guard let send = functions.send else {
        throw ErrorReport(.invalidArgument, "transport.send is NULL: set the function that sends requests")
      }
      self.send = send
    } catch {
      userData.destroyNow()
      throw error
    }
    cancel = functions.cancel
  }
}
