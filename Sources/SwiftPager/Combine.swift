// The one place that chooses between Combine and OpenCombine, which has the same names on other systems.
#if canImport(Combine)
  @_exported public import Combine
#else
  @_exported public import OpenCombine
  @_exported public import OpenCombineDispatch
#endif
