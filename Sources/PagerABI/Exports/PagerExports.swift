public import CSwiftPager
import PagerLists
import PagerState

@_cdecl("swiftpager_pager_create") @implementation
public func swiftpager_pager_create(
  _ client: OpaquePointer!, _ query: UnsafePointer<CChar>!, _ config_json: UnsafePointer<CChar>!,
  _ hooks: UnsafePointer<swiftpager_pager_hooks>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  out?.pointee = nil
  let taken = TakenOver()
  return report(to: error_json, takingOver: taken) { () throws(ErrorReport) in
    let functions = try hooks.map { (table) throws(ErrorReport) in try HookFunctions(copying: table, taken) }
    let out = try output("out", out)
    let client = try ClientObject.find(client)
    let config = try PagerConfig(
      ConfigText.readOptional("config_json", config_json), query: query == nil ? nil : ConfigText.read("query", query),
      hasCache: client.cache != nil, endpoint: client.endpoint, hooks: functions, known: client.known)
    out.pointee = try PagerObject.make(config, of: client, functions).makeHandle()
  }
}

@_cdecl("swiftpager_pager_reset") @implementation
public func swiftpager_pager_reset(_ pager: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try PagerObject.find(pager).reset()
  }
}

@_cdecl("swiftpager_pager_can_load") @implementation
public func swiftpager_pager_can_load(
  _ pager: OpaquePointer!, _ direction: swiftpager_kind, _ out: UnsafeMutablePointer<Bool>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = false
    let pager = try PagerObject.find(pager)
    switch direction {
    case swiftpager_kind(SWIFTPAGER_KIND_NEXT): out.pointee = pager.canLoad(.next)
    case swiftpager_kind(SWIFTPAGER_KIND_PREVIOUS): out.pointee = pager.canLoad(.previous)
    default:
      throw ErrorReport(
        .invalidArgument, "direction is \(direction): pass SWIFTPAGER_KIND_NEXT or SWIFTPAGER_KIND_PREVIOUS")
    }
  }
}

@_cdecl("swiftpager_pager_current") @implementation
public func swiftpager_pager_current(
  _ pager: OpaquePointer!, _ out: UnsafeMutablePointer<OpaquePointer?>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = nil
    out.pointee = try PagerObject.find(pager).current()?.makeHandle()
  }
}

@_cdecl("swiftpager_pager_state") @implementation
public func swiftpager_pager_state(
  _ pager: OpaquePointer!, _ out_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out_json", out_json)
    out.pointee = nil
    guard let text = copyToC(try PagerObject.find(pager).stateText()) else {
      throw ErrorReport(.noMemory, "there is not enough memory for the state's text")
    }
    out.pointee = text
  }
}

@_cdecl("swiftpager_pager_resume_token") @implementation
public func swiftpager_pager_resume_token(
  _ pager: OpaquePointer!, _ out_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out_json", out_json)
    out.pointee = nil
    guard let text = try PagerObject.find(pager).resumeToken() else {
      throw ErrorReport(.noMemory, "there is not enough memory for the resume token's text")
    }
    out.pointee = text
  }
}

@_cdecl("swiftpager_pager_checkpoint") @implementation
public func swiftpager_pager_checkpoint(
  _ pager: OpaquePointer!, _ out_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out_json", out_json)
    out.pointee = nil
    guard let text = copyToC(try PagerObject.find(pager).checkpoint()) else {
      throw ErrorReport(.noMemory, "there is not enough memory for the checkpoint's text")
    }
    out.pointee = text
  }
}

@_cdecl("swiftpager_pager_close") @implementation
public func swiftpager_pager_close(_ pager: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try PagerObject.find(pager).end()
  }
}

@_cdecl("swiftpager_pager_release") @implementation
public func swiftpager_pager_release(_ pager: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try PagerObject.take(pager)?.letGo()
  }
}
