public import CSwiftPager
import PagerBytes
import PagerTransport

@_cdecl("swiftpager_request_url") @implementation
public func swiftpager_request_url(_ request: OpaquePointer!) -> UnsafePointer<CChar>! {
  HostRequest.read(request) { $0.url.text.start }
}

@_cdecl("swiftpager_request_method") @implementation
public func swiftpager_request_method(_ request: OpaquePointer!) -> UnsafePointer<CChar>! {
  HostRequest.read(request) { constant($0.isGet ? "GET" : "POST") }
}

@_cdecl("swiftpager_request_headers") @implementation
public func swiftpager_request_headers(_ request: OpaquePointer!) -> UnsafePointer<CChar>! {
  HostRequest.read(request) { $0.headers.text.start }
}

@_cdecl("swiftpager_request_body") @implementation
public func swiftpager_request_body(
  _ request: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (HostRequest.read(request) { $0.body.text } ?? .none).give(length)
}

@_cdecl("swiftpager_request_complete") @implementation
public func swiftpager_request_complete(
  _ request: OpaquePointer!, _ status: Int32, _ headers_json: UnsafePointer<CChar>!, _ body: UnsafePointer<CChar>!,
  _ length: Int
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    let found = try HostRequest.find(request)
    let answer = try HostAnswer(status: Int(status), headers: headers_json, body: body, length: length)
    let result = found.isWanted ? answer.result(for: found) : nil
    guard let taken = try HostRequest.take(request) else { throw HostRequest.invalid(request) }
    if let result { taken.end(with: result) }
  }
}

@_cdecl("swiftpager_request_fail") @implementation
public func swiftpager_request_fail(
  _ request: OpaquePointer!, _ message: UnsafePointer<CChar>!
) -> swiftpager_status {
  report { () throws(ErrorReport) in
    _ = try HostRequest.find(request)
    let words = message == nil ? "no reason given" : try ConfigText.read("message", message)
    guard let taken = try HostRequest.take(request) else { throw HostRequest.invalid(request) }
    let message = "the transport failed: \(taken.settings.secrets.hide(in: words).printable)"
    taken.end(with: .failure(TransportError(kind: .other(code: 0), message: message)))
  }
}
