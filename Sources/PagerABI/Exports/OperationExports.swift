public import CSwiftPager

@_cdecl("swiftpager_operation_wait") @implementation
public func swiftpager_operation_wait(
  _ operation: OpaquePointer!, _ timeout_ms: Int32,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report(to: error_json) { () throws(ErrorReport) in
    let operation = try OperationObject.find(operation)
    let deadline = try Deadline(milliseconds: timeout_ms)
    _ = try operation.queue.run(.wait(isReached: { operation.isDelivered }), until: deadline)
    guard operation.isDelivered else {
      throw ErrorReport(.timeout, "the operation did not end within \(timeout_ms) ms; it goes on")
    }
    if let failure = operation.failure { throw failure }
  }
}

@_cdecl("swiftpager_operation_cancel") @implementation
public func swiftpager_operation_cancel(_ operation: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try OperationObject.find(operation).cancel()
  }
}

@_cdecl("swiftpager_operation_release") @implementation
public func swiftpager_operation_release(_ operation: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    _ = try OperationObject.take(operation)
  }
}

@_cdecl("swiftpager_operation_response") @implementation
public func swiftpager_operation_response(
  _ operation: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (OperationObject.existing(operation)?.response ?? .none).give(length)
}
