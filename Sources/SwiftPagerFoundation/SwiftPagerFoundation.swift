@_exported public import SwiftPager

// `import SwiftPagerFoundation` brings SwiftPager, and Foundation's schedulers for Combine's operators:
// `pager.receive(on: RunLoop.main)`.
#if !canImport(Combine)
  @_exported public import OpenCombineFoundation
#endif
