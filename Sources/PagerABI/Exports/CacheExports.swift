public import CSwiftPager
import Glibc
import PagerBytes
import PagerCache

@_cdecl("swiftpager_client_cache_write") @implementation
public func swiftpager_client_cache_write(
  _ client: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ fields_json: UnsafePointer<CChar>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  withCache(of: client, error_json) { cache throws(ErrorReport) in
    let key = key == nil ? nil : try CacheText.key(key)
    let text = try CacheText.fields(fields_json)
    do throws(CacheError) {
      try cache.write(text, to: key)
    } catch {
      throw ErrorReport(error)
    }
  }
}

@_cdecl("swiftpager_client_cache_read") @implementation
public func swiftpager_client_cache_read(
  _ client: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ out_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  out_json?.pointee = nil
  return withCache(of: client, error_json) { cache throws(ErrorReport) in
    let out = try output("out_json", out_json)
    let key = try CacheText.key(key)
    let record: [UInt8]?
    do throws(CacheError) {
      record = try cache.read(key)
    } catch {
      throw ErrorReport(error)
    }
    guard let record else { return }
    guard let text = record.withUnsafeBytes(copyToC) else {
      throw ErrorReport(.noMemory, "there is not enough memory for the record's text")
    }
    out.pointee = text
  }
}

@_cdecl("swiftpager_client_cache_evict") @implementation
public func swiftpager_client_cache_evict(
  _ client: OpaquePointer!, _ key: UnsafePointer<CChar>!,
  _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  withCache(of: client, error_json) { cache throws(ErrorReport) in
    let key = try CacheText.key(key)
    do throws(CacheError) {
      try cache.evict(key)
    } catch {
      throw ErrorReport(error)
    }
  }
}

@_cdecl("swiftpager_client_cache_clear") @implementation
public func swiftpager_client_cache_clear(
  _ client: OpaquePointer!, _ error_json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> swiftpager_status {
  withCache(of: client, error_json) { cache throws(ErrorReport) in
    do throws(CacheError) {
      try cache.clear()
    } catch {
      throw ErrorReport(error)
    }
  }
}

/// The body of an export that looks into a client's cache, or changes it.
private func withCache(
  of client: OpaquePointer?, _ error: ErrorOutput?, _ body: (Cache) throws(ErrorReport) -> Void
) -> swiftpager_status {
  report(to: error) { () throws(ErrorReport) in
    let client = try ClientObject.find(client)
    guard let cache = client.cache else {
      throw ErrorReport(
        .invalidArgument, "the client has no cache: configure one with the client's \"cache\", like \"memory\"")
    }
    guard !client.isClosed else { throw .closed }
    try body(cache)
  }
}

/// Keys and fields from C. They are data, not configs, so they may be longer.
private enum CacheText {
  /// The longest text in bytes: 1 GiB.
  static let longest = 1 << 30

  /// Copies the key of a record.
  static func key(_ text: UnsafePointer<CChar>?) throws(ErrorReport) -> String {
    guard let text else { throw ErrorReport(.invalidArgument, "key is NULL") }
    let count = strnlen(text, RecordKey.largestSize + 1)
    guard count <= RecordKey.largestSize else {
      throw ErrorReport(.invalidArgument, "key is too long: it may have at most \(RecordKey.largestSize) bytes")
    }
    guard let key = String(validatingCString: text) else {
      throw ErrorReport(.invalidArgument, "key is not valid UTF-8")
    }
    return key
  }

  /// Copies the fields to write. Their reader checks whether they are UTF-8 and JSON.
  static func fields(_ text: UnsafePointer<CChar>?) throws(ErrorReport) -> ReceivedBytes {
    guard let text else { throw ErrorReport(.invalidArgument, "fields_json is NULL") }
    let count = strnlen(text, longest + 1)
    guard count <= longest else {
      throw ErrorReport(.invalidArgument, "fields_json is longer than \(longest) bytes: write it in several calls")
    }
    guard let copy = ReceivedBytes(copyOf: UnsafeRawBufferPointer(start: text, count: count)) else {
      throw ErrorReport(.noMemory, "there is not enough memory for fields_json, which has \(count) bytes")
    }
    return copy
  }
}
