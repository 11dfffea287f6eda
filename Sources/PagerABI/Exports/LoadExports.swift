public import CSwiftPager

@_cdecl("swiftpager_pager_fetch") @implementation
public func swiftpager_pager_fetch(
  _ pager: OpaquePointer!, _ options_json: UnsafePointer<CChar>!, _ completion: swiftpager_completion_cb!,
  _ user_data: UnsafeMutableRawPointer!, _ destroy: swiftpager_destroy_cb!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  start(.fetch, pager, options_json, completion, UserData(user_data, destroy), out, error_json)
}

@_cdecl("swiftpager_pager_load_next") @implementation
public func swiftpager_pager_load_next(
  _ pager: OpaquePointer!, _ options_json: UnsafePointer<CChar>!, _ completion: swiftpager_completion_cb!,
  _ user_data: UnsafeMutableRawPointer!, _ destroy: swiftpager_destroy_cb!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  start(.loadNext, pager, options_json, completion, UserData(user_data, destroy), out, error_json)
}

@_cdecl("swiftpager_pager_load_previous") @implementation
public func swiftpager_pager_load_previous(
  _ pager: OpaquePointer!, _ options_json: UnsafePointer<CChar>!, _ completion: swiftpager_completion_cb!,
  _ user_data: UnsafeMutableRawPointer!, _ destroy: swiftpager_destroy_cb!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  start(.loadPrevious, pager, options_json, completion, UserData(user_data, destroy), out, error_json)
}

@_cdecl("swiftpager_pager_load_all") @implementation
public func swiftpager_pager_load_all(
  _ pager: OpaquePointer!, _ options_json: UnsafePointer<CChar>!, _ completion: swiftpager_completion_cb!,
  _ user_data: UnsafeMutableRawPointer!, _ destroy: swiftpager_destroy_cb!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  start(.loadAll, pager, options_json, completion, UserData(user_data, destroy), out, error_json)
}

@_cdecl("swiftpager_pager_walk") @implementation
public func swiftpager_pager_walk(
  _ pager: OpaquePointer!, _ options_json: UnsafePointer<CChar>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  start(.walk, pager, options_json, nil, UserData(nil, nil), out, error_json)
}

/// What these calls have in common; the user data is given back at once when the call is refused.
private func start(
  _ function: LoadFunction, _ pager: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ completion: swiftpager_completion_cb?, _ userData: UserData, _ out: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: ErrorOutput?
) -> swiftpager_status {
  out?.pointee = nil
  return report(to: error, takingOver: TakenOver(userData)) { () throws(ErrorReport) in
    let pager = try PagerObject.find(pager)
    let text = options == nil ? nil : try ConfigText.read("options_json", options)
    let call = try LoadCall(function, options: text, walk: pager.defaultWalk, policies: pager.policies)
    if call.pull != nil { try checkPull(completion, out) }
    let operation = OperationObject(
      of: pager, CompletionCallback(function: completion, userData: userData), call: call,
      updates: call.pull.map { PulledUpdates(of: .operation, of: pager, runningCallbacks: $0.runsCallbacks) })
    try pager.keep(if: out != nil) { () throws(ErrorReport) in
      try operation.begin(withHandleIn: out) { () throws(ErrorReport) in
        guard let updates = operation.updates else { return try pager.begin(operation, call) }
        try updates.open(as: out?.pointee) { () throws(ErrorReport) in try pager.begin(operation, call) }
      }
    }
  }
}

/// Refuses a pulled operation without a consumer, or with two.
private func checkPull(
  _ completion: swiftpager_completion_cb?, _ out: UnsafeMutablePointer<OpaquePointer?>?
) throws(ErrorReport) {
  _ = try output("out", out)
  guard completion == nil else {
    throw ErrorReport(
      .invalidArgument,
      "an operation that is pulled takes no completion: swiftpager_operation_next() returns how it ended")
  }
}
