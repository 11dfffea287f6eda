package import PagerJSON
package import PagerSyntax

/// Why a document cannot be paged as it was described.
package struct DocumentPlanError: Error, Sendable, Hashable {
  /// The part of the description that is at fault.
  package let part: JSONPointer
  /// What is wrong, where, and what to do.
  package let message: String
  /// The place in the document, where the document is at fault.
  package let position: SourcePosition?

  init(_ part: String..., message: String, position: SourcePosition? = nil) {
    self.part = JSONPointer(tokens: part)
    self.message = message
    self.position = position
  }
}
