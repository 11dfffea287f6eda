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
public func swiftpager_update_source(
  _ update: OpaquePointer!, _ out_is_change: UnsafeMutablePointer<Bool>!
) -> swiftpager_source {
  out_is_change?.pointee = false
  guard let update = UpdateObject.read(update, { $0.update }), case .page(let change) = update.event else {
    return swiftpager_source(SWIFTPAGER_SOURCE_NONE)
  }
  out_is_change?.pointee = update.isRenewal
  switch change.source {
  case .server: return swiftpager_source(SWIFTPAGER_SOURCE_SERVER)
  case .cache: return swiftpager_source(SWIFTPAGER_SOURCE_CACHE)
  }
}

@_cdecl("swiftpager_update_page_count") @implementation
public func swiftpager_update_page_count(_ update: OpaquePointer!) -> Int {
  UpdateObject.read(update) { $0.update.pages.count } ?? 0
}

@_cdecl("swiftpager_update_page") @implementation
public func swiftpager_update_page(
  _ update: OpaquePointer!, _ out_index: UnsafeMutablePointer<Int>!
) -> OpaquePointer! {
  out_index?.pointee = 0
  return UpdateObject.read(update) { update in
    if let out_index, let index = update.pageIndex { out_index.pointee = index }
    return update.newPage
  }
}

@_cdecl("swiftpager_update_page_at") @implementation
public func swiftpager_update_page_at(_ update: OpaquePointer!, _ index: Int) -> OpaquePointer! {
  UpdateObject.read(update) { $0.page(at: index) }
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
