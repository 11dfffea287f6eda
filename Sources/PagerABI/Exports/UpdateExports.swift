public import CSwiftPager
import PagerState

@_cdecl("swiftpager_update_status") @implementation
public func swiftpager_update_status(_ update: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    if let failure = try UpdateObject.find(update).failure { throw failure }
  }
}

@_cdecl("swiftpager_update_error") @implementation
public func swiftpager_update_error(_ update: OpaquePointer!) -> UnsafePointer<CChar>! {
  UpdateObject.read(update) { $0.errorText }
}

@_cdecl("swiftpager_update_source") @implementation
public func swiftpager_update_source(_ update: OpaquePointer!) -> swiftpager_source {
  guard case .page(let change)? = UpdateObject.read(update, { $0.update.event }) else {
    return swiftpager_source(SWIFTPAGER_SOURCE_NONE)
  }
  switch change.source {
  case .server: return swiftpager_source(SWIFTPAGER_SOURCE_SERVER)
  case .cache: return swiftpager_source(SWIFTPAGER_SOURCE_CACHE)
  }
}

@_cdecl("swiftpager_update_page_count") @implementation
public func swiftpager_update_page_count(_ update: OpaquePointer!) -> Int {
  UpdateObject.read(update) { $0.update.pages.count } ?? 0
}

@_cdecl("swiftpager_update_last_page") @implementation
public func swiftpager_update_last_page(_ update: OpaquePointer!) -> OpaquePointer! {
  UpdateObject.read(update) { $0.lastPage }
}

@_cdecl("swiftpager_update_page_at") @implementation
public func swiftpager_update_page_at(_ update: OpaquePointer!, _ index: Int) -> OpaquePointer! {
  UpdateObject.read(update) { $0.page(at: index) }
}

@_cdecl("swiftpager_update_page_index") @implementation
public func swiftpager_update_page_index(
  _ update: OpaquePointer!, _ out: UnsafeMutablePointer<Int>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = 0
    let update = try UpdateObject.find(update).update
    guard case .page(let change) = update.event, let index = update.pages.position(of: change) else {
      throw ErrorReport(.invalidArgument, "the update reports a failure: no page changed")
    }
    out.pointee = index
  }
}

@_cdecl("swiftpager_update_is_change") @implementation
public func swiftpager_update_is_change(
  _ update: OpaquePointer!, _ out: UnsafeMutablePointer<Bool>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = false
    out.pointee = try UpdateObject.find(update).update.isRenewal
  }
}

@_cdecl("swiftpager_update_nested") @implementation
public func swiftpager_update_nested(
  _ update: OpaquePointer!, _ incomplete: UnsafeMutablePointer<Int>!, _ unknown: UnsafeMutablePointer<Int>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    incomplete?.pointee = 0
    unknown?.pointee = 0
    let count = try UpdateObject.find(update).nested
    incomplete?.pointee = count.incomplete
    unknown?.pointee = count.unknown
  }
}

@_cdecl("swiftpager_update_output") @implementation
public func swiftpager_update_output(
  _ update: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (UpdateObject.read(update) { $0.output } ?? .none).give(length)
}

@_cdecl("swiftpager_update_finish") @implementation
public func swiftpager_update_finish(_ update: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try UpdateObject.find(update).finish()
  }
}

@_cdecl("swiftpager_update_retain") @implementation
public func swiftpager_update_retain(_ update: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    guard try UpdateObject.find(update).retain() else { throw UpdateObject.invalid(update) }
  }
}

@_cdecl("swiftpager_update_release") @implementation
public func swiftpager_update_release(_ update: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    guard update != nil else { return }
    guard try UpdateObject.find(update).release(update) else { throw UpdateObject.invalid(update) }
  }
}
