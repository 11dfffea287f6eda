/// How deep a document may nest.
///
/// Parsing and walking recurse, and running out of stack would end the host program. The limit is far above what people
/// write and servers accept (the introspection query of the usual tools nests about 14 deep). At the limit the deepest
/// recursion takes some 120 kB of stack in a release build and 360 kB in a debug build, and threads may have only 512
/// kB.
package enum NestingLimit {
  /// The greatest depth, of selection sets, list values, object values and list types together. Validation holds
  /// selection sets to the same number with fragments followed.
  package static let levels = 128
}
