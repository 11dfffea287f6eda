/// A value that can leave itself out of the object that it is a member of.
package protocol OmittableMember {
  /// Whether the member is left out, with its key.
  var isOmitted: Bool { get }
}
