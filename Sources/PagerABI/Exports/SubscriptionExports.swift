public import CSwiftPager

@_cdecl("swiftpager_pager_subscribe") @implementation
public func swiftpager_pager_subscribe(
  _ pager: OpaquePointer!, _ on_update: swiftpager_update_cb!, _ user_data: UnsafeMutableRawPointer!,
  _ destroy: swiftpager_destroy_cb!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> swiftpager_status {
  out?.pointee = nil
  let userData = UserData(user_data, destroy)
  let status = report { () throws(ErrorReport) in
    let pager = try PagerObject.find(pager)
    if let on_update {
      let subscription = try pager.subscribe(.callback(on_update, userData))
      if let out { out.pointee = subscription.makeHandle() }
    } else {
      let out = try output("out", out)
      out.pointee = try pager.subscribe(.pulled(UpdateInbox(waitingAt: pager.client.client), userData)).makeHandle()
    }
  }
  if status != Status.ok.code { userData.destroyNow() }
  return status
}

@_cdecl("swiftpager_subscription_next") @implementation
public func swiftpager_subscription_next(
  _ subscription: OpaquePointer!, _ timeout_ms: Int32, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = nil
    let subscription = try SubscriptionObject.find(subscription)
    let deadline = try Deadline(milliseconds: timeout_ms)
    if timeout_ms != 0 { try subscription.pager.queue.checkMayWait() }
    out.pointee = try subscription.next(until: deadline)
  }
}

@_cdecl("swiftpager_subscription_cancel") @implementation
public func swiftpager_subscription_cancel(_ subscription: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try SubscriptionObject.take(subscription)?.cancel()
  }
}
