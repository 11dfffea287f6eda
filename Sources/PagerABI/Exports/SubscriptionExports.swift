public import CSwiftPager
import PagerThreads

@_cdecl("swiftpager_pager_subscribe") @implementation
public func swiftpager_pager_subscribe(
  _ pager: OpaquePointer!, _ on_update: swiftpager_update_cb!, _ user_data: UnsafeMutableRawPointer!,
  _ destroy: swiftpager_destroy_cb!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> swiftpager_status {
  out?.pointee = nil
  let userData = UserData(user_data, destroy)
  return report(takingOver: TakenOver(userData)) { () throws(ErrorReport) in
    let pager = try PagerObject.find(pager)
    let receiver: SubscriptionObject.Receiver
    if let on_update {
      receiver = .callback(on_update, userData)
    } else {
      _ = try output("out", out)
      receiver = .pulled(PulledUpdates(of: .subscription, of: pager), userData)
    }
    let subscription = SubscriptionObject(of: pager, receiver)
    try pager.keep(if: receiver.isPulled) { () throws(ErrorReport) in
      try subscription.begin(withHandleIn: out) { () throws(ErrorReport) in
        guard case .pulled(let updates, _) = receiver else { return try pager.begin(subscription) }
        try updates.open(as: out?.pointee) { () throws(ErrorReport) in try pager.begin(subscription) }
      }
    }
  }
}

@_cdecl("swiftpager_subscription_next") @implementation
public func swiftpager_subscription_next(
  _ subscription: OpaquePointer!, _ timeout_ms: Int32, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = nil
    let subscription = try SubscriptionObject.find(subscription)
    let updates = try subscription.pulled()
    subscription.pager.catchUp()
    guard let update = try updates.next(until: Deadline(milliseconds: timeout_ms)) else {
      throw ErrorReport(.closed, "the subscription has ended, and no update is left")
    }
    out.pointee = update.makeHandle()
  }
}

@_cdecl("swiftpager_subscription_fd") @implementation
public func swiftpager_subscription_fd(
  _ subscription: OpaquePointer!, _ out_fd: UnsafeMutablePointer<CInt>!
) -> swiftpager_status {
  descriptor(to: out_fd) { () throws(ErrorReport) in
    try SubscriptionObject.find(subscription).pulled().descriptor()
  }
}

@_cdecl("swiftpager_subscription_close") @implementation
public func swiftpager_subscription_close(_ subscription: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try SubscriptionObject.find(subscription).close()
  }
}

@_cdecl("swiftpager_subscription_release") @implementation
public func swiftpager_subscription_release(_ subscription: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try SubscriptionObject.take(subscription)?.releaseHandle()
  }
}
