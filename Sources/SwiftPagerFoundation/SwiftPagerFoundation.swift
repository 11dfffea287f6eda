@_exported public import SwiftPager

// `import SwiftPagerFoundation` brings SwiftPager, and Foundation's schedulers for Combine's operators:
// `pager.receive(on: RunLoop.main)`. Variables and data may have Foundation's types, and errors have a
// `localizedDescription`.
#if !canImport(Combine)
  @_exported public import OpenCombineFoundation
#endif
