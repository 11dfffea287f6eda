public import CSwiftPager
import Glibc
import PagerBytes
import PagerLists
import PagerState

@_cdecl("swiftpager_page_retain") @implementation
public func swiftpager_page_retain(_ page: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    guard try PageObject.find(page).retain() else { throw PageObject.invalid(page) }
  }
}

@_cdecl("swiftpager_page_release") @implementation
public func swiftpager_page_release(_ page: OpaquePointer!) -> swiftpager_status {
  report { () throws(ErrorReport) in
    guard page != nil else { return }
    try PageObject.find(page).release(page)
  }
}

@_cdecl("swiftpager_page_response") @implementation
public func swiftpager_page_response(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  slice(of: page, length) { 0..<$0.body.count }
}

@_cdecl("swiftpager_page_data") @implementation
public func swiftpager_page_data(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  slice(of: page, length) { $0.data }
}

@_cdecl("swiftpager_page_items") @implementation
public func swiftpager_page_items(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (PageObject.read(page) { $0.items } ?? .none).give(length)
}

@_cdecl("swiftpager_page_errors") @implementation
public func swiftpager_page_errors(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  slice(of: page, length) { $0.errors }
}

@_cdecl("swiftpager_page_model") @implementation
public func swiftpager_page_model(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (PageObject.read(page) { $0.modelText } ?? .none).give(length)
}

@_cdecl("swiftpager_page_info") @implementation
public func swiftpager_page_info(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  slice(of: page, length) { $0.pageInfo }
}

@_cdecl("swiftpager_page_extensions") @implementation
public func swiftpager_page_extensions(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  slice(of: page, length) { $0.extensions }
}

@_cdecl("swiftpager_page_nested") @implementation
public func swiftpager_page_nested(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (PageObject.read(page) { $0.nested } ?? .none).give(length)
}

@_cdecl("swiftpager_page_header") @implementation
public func swiftpager_page_header(
  _ page: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  let value = PageObject.read(page) { page -> BorrowedText? in
    guard let name else { return page.headerLines }
    // No header has a name that is longer, and a copy of it would need memory that may not be there.
    guard strnlen(name, PageObject.longestHeaderName) < PageObject.longestHeaderName,
      let name = String(validatingCString: name)
    else { return nil }
    return page.header(name)
  }
  return (value ?? .none).give(length)
}

@_cdecl("swiftpager_page_item") @implementation
public func swiftpager_page_item(
  _ page: OpaquePointer!, _ index: Int, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (PageObject.read(page) { $0.item(at: index) } ?? .none).give(length)
}

@_cdecl("swiftpager_page_spans") @implementation
public func swiftpager_page_spans(
  _ page: OpaquePointer!, _ nodes: Bool, _ count: UnsafeMutablePointer<Int>!
) -> UnsafePointer<UInt64>! {
  let spans = PageObject.read(page) { $0.spans(ofNodes: nodes) }
  count?.pointee = spans?.count ?? 0
  return spans?.pairs
}

@_cdecl("swiftpager_page_ndjson") @implementation
public func swiftpager_page_ndjson(
  _ page: OpaquePointer!, _ length: UnsafeMutablePointer<Int>!
) -> UnsafePointer<CChar>! {
  (PageObject.read(page) { $0.lines } ?? .none).give(length)
}

@_cdecl("swiftpager_page_item_count") @implementation
public func swiftpager_page_item_count(_ page: OpaquePointer!) -> Int {
  PageObject.read(page) { $0.page.itemCount } ?? 0
}

@_cdecl("swiftpager_page_kind") @implementation
public func swiftpager_page_kind(_ page: OpaquePointer!) -> swiftpager_kind {
  switch PageObject.read(page, { $0.role }) {
  case .initial: swiftpager_kind(SWIFTPAGER_KIND_INITIAL)
  case .next: swiftpager_kind(SWIFTPAGER_KIND_NEXT)
  case .previous: swiftpager_kind(SWIFTPAGER_KIND_PREVIOUS)
  case nil: swiftpager_kind(SWIFTPAGER_KIND_NONE)
  }
}

/// A part of a page's received bytes; NULL and length 0 if there is none.
private func slice(
  of page: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?, in function: StaticString = #function,
  _ part: (ConnectionPage) -> Range<Int>?
) -> UnsafePointer<CChar>? {
  (PageObject.read(page, in: function) { $0.slice(part($0.page)) } ?? .none).give(length)
}
