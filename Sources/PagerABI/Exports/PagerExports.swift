public import CSwiftPager
import PagerCore
import PagerState

@_cdecl("swiftpager_pager_create") @implementation
public func swiftpager_pager_create(
  _ client: OpaquePointer!, _ config_json: UnsafePointer<CChar>!,
  _ hooks: UnsafePointer<swiftpager_pager_hooks>!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  createPager(client, hooks, out, error_json) { client, hooks throws(ErrorReport) in
    try PagerConfig(
      ConfigText.read("config_json", config_json), hasCache: client.cache != nil, endpoint: client.endpoint,
      hooks: hooks)
  }
}

@_cdecl("swiftpager_pager_create_with_query") @implementation
public func swiftpager_pager_create_with_query(
  _ client: OpaquePointer!, _ query: UnsafePointer<CChar>!, _ variables_json: UnsafePointer<CChar>!,
  _ config_json: UnsafePointer<CChar>!, _ hooks: UnsafePointer<swiftpager_pager_hooks>!,
  _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  createPager(client, hooks, out, error_json) { client, hooks throws(ErrorReport) in
    let query = try ConfigText.read("query", query)
    let variables = variables_json == nil ? nil : try ConfigText.read("variables_json", variables_json)
    return try PagerConfig(
      ConfigText.readOptional("config_json", config_json), query: query, variables: variables,
      hasCache: client.cache != nil, endpoint: client.endpoint, hooks: hooks)
  }
}

/// What the two functions that make a pager share.
private func createPager(
  _ client: OpaquePointer?, _ hooks: UnsafePointer<swiftpager_pager_hooks>?,
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorOutput?,
  _ config: (ClientObject, HookFunctions?) throws(ErrorReport) -> PagerConfig
) -> swiftpager_status {
  out?.pointee = nil
  let taken = TakenOver()
  return report(to: error, takingOver: taken) { () throws(ErrorReport) in
    let functions = try hooks.map { (table) throws(ErrorReport) in try HookFunctions(copying: table, taken) }
    let out = try output("out", out)
    let client = try ClientObject.find(client)
    out.pointee = try PagerObject.make(try config(client, functions), of: client, functions).makeHandle()
  }
}

@_cdecl("swiftpager_pager_reset") @implementation
public func swiftpager_pager_reset(_ pager: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try PagerObject.find(pager).reset()
  }
}

@_cdecl("swiftpager_pager_can_load_next") @implementation
public func swiftpager_pager_can_load_next(
  _ pager: OpaquePointer!, _ out: UnsafeMutablePointer<Bool>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = false
    out.pointee = try PagerObject.find(pager).canLoad(.next)
  }
}

@_cdecl("swiftpager_pager_can_load_previous") @implementation
public func swiftpager_pager_can_load_previous(
  _ pager: OpaquePointer!, _ out: UnsafeMutablePointer<Bool>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let out = try output("out", out)
    out.pointee = false
    out.pointee = try PagerObject.find(pager).canLoad(.previous)
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
    guard let text = copyToC(try PagerObject.find(pager).resumeToken()) else {
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

@_cdecl("swiftpager_pager_release") @implementation
public func swiftpager_pager_release(_ pager: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let pager = try PagerObject.take(pager)
    pager?.release()
    pager?.letGo()
  }
}

@_cdecl("swiftpager_pager_unref") @implementation
public func swiftpager_pager_unref(_ pager: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    try PagerObject.take(pager)?.letGo()
  }
}
