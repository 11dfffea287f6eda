public import CSwiftPager
import PagerBytes
import PagerClient
import PagerJSON
import PagerTransport

@_cdecl("swiftpager_client_observe") @implementation
public func swiftpager_client_observe(
  _ client: OpaquePointer!, _ kinds_json: UnsafePointer<CChar>!, _ on_event: swiftpager_event_cb!,
  _ user_data: UnsafeMutableRawPointer!, _ destroy: swiftpager_destroy_cb!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  let userData = UserData(user_data, destroy)
  return report(to: error_json, takingOver: TakenOver(userData)) { () throws(ErrorReport) in
    let client = try ClientObject.find(client)
    let kinds =
      kinds_json == nil
      ? Set(RequestEvent.Name.allCases) : try eventKinds(ConfigText.read("kinds_json", kinds_json))
    try client.observe(on_event.map { EventObserver($0, userData, kinds: kinds, queue: client.queue) })
    if on_event == nil { userData.destroyNow() }
  }
}

private func eventKinds(_ text: String) throws(ErrorReport) -> Set<RequestEvent.Name> {
  let value: JSONValue
  do {
    value = try JSONValue(parsing: text, maximumDepth: 1)
  } catch {
    throw ErrorReport(error, in: "kinds_json")
  }
  let known = RequestEvent.Name.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  guard let kinds = value.array else {
    throw ErrorReport(
      .invalidConfig, "expected an array of event kinds, found \(value.kindPhrase)", path: JSONPointer(tokens: []))
  }
  var names: Set<RequestEvent.Name> = []
  for (index, kind) in kinds.enumerated() {
    guard let name = kind.string.flatMap({ RequestEvent.Name(rawValue: $0) }) else {
      throw ErrorReport(
        .invalidConfig, "expected a kind of event, found \(kind.kindPhrase); the known kinds are \(known)",
        path: JSONPointer(tokens: ["\(index)"]))
    }
    names.insert(name)
  }
  return names
}

@_cdecl("swiftpager_client_set_authorizer") @implementation
public func swiftpager_client_set_authorizer(
  _ client: OpaquePointer!, _ authorize: swiftpager_authorize_cb!, _ user_data: UnsafeMutableRawPointer!,
  _ destroy: swiftpager_destroy_cb!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  let userData = UserData(user_data, destroy)
  return report(to: error_json, takingOver: TakenOver(userData)) { () throws(ErrorReport) in
    let client = try ClientObject.find(client)
    try client.setAuthorizer(authorize.map { HostAuthorizer($0, userData, queue: client.queue) })
    if authorize == nil { userData.destroyNow() }
  }
}

@_cdecl("swiftpager_authorization_complete") @implementation
public func swiftpager_authorization_complete(
  _ authorization: OpaquePointer!, _ headers_json: UnsafePointer<CChar>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    _ = try HostAuthorization.find(authorization)
    let headers = headers_json == nil ? [] : try HostHeaders.read(ConfigText.read("headers_json", headers_json))
    try HostHeaders.checkForRequest(headers)
    guard let taken = try HostAuthorization.take(authorization) else { throw HostAuthorization.invalid(authorization) }
    taken.end(with: .success(headers))
  }
}

@_cdecl("swiftpager_authorization_fail") @implementation
public func swiftpager_authorization_fail(
  _ authorization: OpaquePointer!, _ message: UnsafePointer<CChar>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    _ = try HostAuthorization.find(authorization)
    let words = message == nil ? "no reason given" : try ConfigText.read("message", message)
    guard let taken = try HostAuthorization.take(authorization) else { throw HostAuthorization.invalid(authorization) }
    taken.end(with: .failure(.hook(message: "authorize failed: \(words.printable)")))
  }
}
