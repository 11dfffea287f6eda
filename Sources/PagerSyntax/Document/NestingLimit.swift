/// How deep a document may nest.
///
/// Parsing and walking recurse, and running out of stack would end the host program. A thread that calls from C may
/// have only 64 KiB, most of which is needed for other things: at the limit the deepest recursion takes some 30 kB of
/// it in a release build, and 90 kB in a debug build. The limit is above what people write and servers accept; the
/// introspection query of the usual tools nests about 14 deep.
package enum NestingLimit {
  /// The greatest depth, of selection sets, list values, object values and list types together. Validation holds
  /// selection sets to the same number with fragments followed.
  package static let levels = 32
}
