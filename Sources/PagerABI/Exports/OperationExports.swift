public import CSwiftPager
import PagerThreads

@_cdecl("swiftpager_operation_wait") @implementation
public func swiftpager_operation_wait(
  _ operation: OpaquePointer!, _ timeout_ms: Int32,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report(to: error_json) { () throws(ErrorReport) in
    let operation = try OperationObject.find(operation)
    let deadline = try Deadline(milliseconds: timeout_ms)
    guard operation.updates == nil else {
      throw ErrorReport(
        .invalidArgument, "the operation is pulled: swiftpager_operation_next() waits for it")
    }
    let progress = try operation.queue.run(.wait(isReached: { operation.isDelivered }), until: deadline)
    guard operation.isDelivered else {
      if progress.isInterrupted { throw .interrupted }
      let reason = operation.queue.runsCallback ? ", because another thread is in a callback of the client" : ""
      throw ErrorReport(.timeout, "the operation did not end within \(timeout_ms) ms\(reason); it goes on")
    }
    if let failure = operation.failure { throw failure }
  }
}

@_cdecl("swiftpager_operation_next") @implementation
public func swiftpager_operation_next(
  _ operation: OpaquePointer!, _ timeout_ms: Int32, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report(to: error_json, exceptFor: [.timeout, .interrupted]) { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = nil
    let operation = try OperationObject.find(operation)
    out.pointee = try operation.next(until: Deadline(milliseconds: timeout_ms))?.makeHandle()
  }
}

@_cdecl("swiftpager_operation_next_items") @implementation
public func swiftpager_operation_next_items(
  _ operation: OpaquePointer!, _ timeout_ms: Int32,
  _ out_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ length: UnsafeMutablePointer<Int>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  length?.pointee = 0
  return report(to: error_json, exceptFor: [.timeout, .interrupted]) { () throws(ErrorReport) in
    let out = try output("out_json", out_json)
    out.pointee = nil
    let operation = try OperationObject.find(operation)
    guard let items = try operation.nextItems(until: Deadline(milliseconds: timeout_ms)) else { return }
    length?.pointee = items.count
    out.pointee = items.start
  }
}

@_cdecl("swiftpager_operation_ended") @implementation
public func swiftpager_operation_ended(
  _ operation: OpaquePointer!, _ out_ended: UnsafeMutablePointer<Bool>!,
  _ out_status: UnsafeMutablePointer<swiftpager_status>!
) -> swiftpager_status {
  out_ended?.pointee = false
  out_status?.pointee = Status.ok.code
  return report { () throws(ErrorReport) in
    guard let end = try OperationObject.find(operation).end else { return }
    out_ended?.pointee = true
    out_status?.pointee = (end.report()?.status ?? .ok).code
  }
}

@_cdecl("swiftpager_operation_fd") @implementation
public func swiftpager_operation_fd(
  _ operation: OpaquePointer!, _ out_fd: UnsafeMutablePointer<CInt>!
) -> swiftpager_status {
  descriptor(to: out_fd) { () throws(ErrorReport) in
    try OperationObject.find(operation).descriptor()
  }
}

@_cdecl("swiftpager_operation_close") @implementation
public func swiftpager_operation_close(_ operation: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try OperationObject.find(operation).cancel()
  }
}

@_cdecl("swiftpager_operation_release") @implementation
public func swiftpager_operation_release(_ operation: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try OperationObject.take(operation)?.releaseHandle()
  }
}

@_cdecl("swiftpager_operation_response") @implementation
public func swiftpager_operation_response(
  _ operation: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (OperationObject.read(operation) { $0.response } ?? .none).give(length)
}
