public import CSwiftPager
import Glibc
import PagerClient
import PagerThreads

@_cdecl("swiftpager_client_create") @implementation
public func swiftpager_client_create(
  _ endpoint: UnsafePointer<CChar>!, _ config_json: UnsafePointer<CChar>!,
  _ transport: UnsafePointer<swiftpager_transport>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  out?.pointee = nil
  let taken = TakenOver()
  return report(to: error_json, takingOver: taken) { () throws(ErrorReport) in
    let functions = try transport.map { (table) throws(ErrorReport) in try HostFunctions(table) }
    taken.userData = functions?.userData
    let out = try output("out", out)
    var calls = CallRules()
    let configuration = try ClientConfiguration(
      reading: ConfigText.readOptional("config_json", config_json),
      endpoint: endpoint == nil ? nil : ConfigText.read("endpoint", endpoint), calls: &calls)
    try HomeProcess.settle()
    out.pointee = try ClientObject(configuration, functions, calls: calls).makeHandle()
  }
}

@_cdecl("swiftpager_client_execute") @implementation
public func swiftpager_client_execute(
  _ client: OpaquePointer!, _ request_json: UnsafePointer<CChar>!, _ completion: swiftpager_completion_cb!,
  _ user_data: UnsafeMutableRawPointer!, _ destroy: swiftpager_destroy_cb!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  out?.pointee = nil
  let userData = UserData(user_data, destroy)
  return report(to: error_json, takingOver: TakenOver(userData)) { () throws(ErrorReport) in
    let client = try ClientObject.find(client)
    let request = try RequestConfig(ConfigText.read("request_json", request_json), hasCache: client.cache != nil)
    let completion = CompletionCallback(function: completion, userData: userData)
    try client.keep(if: out != nil) { () throws(ErrorReport) in
      try client.execute(request, completion: completion) { operation in out?.pointee = operation.makeHandle() }
    }
  }
}

@_cdecl("swiftpager_client_dispatch") @implementation
public func swiftpager_client_dispatch(
  _ client: OpaquePointer!, _ timeout_ms: Int32, _ max: UInt32, _ out_count: UnsafeMutablePointer<UInt32>!
) -> swiftpager_status {
  out_count?.pointee = 0
  return report { () throws(ErrorReport) in
    let queue = try ClientObject.find(client).queue
    let deadline = try Deadline(milliseconds: timeout_ms)
    guard !queue.isServed else {
      throw ErrorReport(
        .invalidArgument, "the client's \"delivery\" is \"thread\": a thread of the library runs its callbacks")
    }
    let count = try queue.run(.dispatch(limit: max == 0 ? .max : Int(max)), until: deadline).count
    out_count?.pointee = UInt32(clamping: count)
    if count == 0, queue.isFinished { throw .closed }
  }
}

@_cdecl("swiftpager_client_fd") @implementation
public func swiftpager_client_fd(_ client: OpaquePointer!, _ out_fd: UnsafeMutablePointer<CInt>!) -> swiftpager_status {
  descriptor(to: out_fd) { () throws(ErrorReport) in
    try ClientObject.find(client).queue.descriptor()
  }
}

@_cdecl("swiftpager_client_ready") @implementation
public func swiftpager_client_ready(
  _ client: OpaquePointer!, _ out: UnsafeMutablePointer<swiftpager_ready>!, _ max: Int,
  _ out_count: UnsafeMutablePointer<Int>!
) -> swiftpager_status {
  out_count?.pointee = 0
  return report { () throws(ErrorReport) in
    let queue = try ClientObject.find(client).queue
    let named = queue.takeTurn(namingAtMost: out == nil ? 0 : Int(clamping: UInt(bitPattern: max)))
    for (place, handle) in named.enumerated() {
      let pointer = OpaquePointer(bitPattern: handle.key)
      out[place] = swiftpager_ready(
        operation: handle.isOperation ? pointer : nil, subscription: handle.isOperation ? nil : pointer)
    }
    out_count?.pointee = named.count
  }
}

@_cdecl("swiftpager_client_wake") @implementation
public func swiftpager_client_wake(_ client: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try ClientObject.find(client).queue.wake()
  }
}

@_cdecl("swiftpager_client_close") @implementation
public func swiftpager_client_close(_ client: OpaquePointer!, _ timeout_ms: Int32) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let client = try ClientObject.find(client)
    guard timeout_ms >= -1 else {
      throw ErrorReport(.invalidArgument, "timeout_ms is \(timeout_ms): pass at least 0, or -1 for no limit")
    }
    if timeout_ms != 0 { try client.queue.checkMayWait() }
    // Ten years stand for no limit.
    let time: Duration = timeout_ms == -1 ? .seconds(315_360_000) : .milliseconds(Int64(timeout_ms))
    if !client.close(within: time), timeout_ms != 0 {
      throw ErrorReport(.timeout, "the network thread did not end within \(timeout_ms) ms; it ends by itself")
    }
  }
}

@_cdecl("swiftpager_client_release") @implementation
public func swiftpager_client_release(_ client: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try ClientObject.take(client)?.letGo()
  }
}
