/// A document that parses but cannot be run or paged: its names do not agree, or its connection is not clear.
package struct GraphQLDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong; the cases say which rule of the October 2021 specification, if one.
  package enum Reason: Sendable, Hashable, CaseIterable {
    /// The document holds fragments only.
    case noOperation
    /// Several operations and no name to choose by (section 6.1).
    case operationNameMissing
    /// No operation has the requested name (section 6.1).
    case unknownOperation
    /// Two operations share a name (section 5.2.1.1).
    case duplicateOperation
    /// An anonymous operation together with others (section 5.2.2.1).
    case anonymousOperationNotAlone
    /// Two fragments share a name (section 5.5.1.1).
    case duplicateFragment
    /// A spread names no fragment of the document (section 5.5.2.1).
    case unknownFragment
    /// A fragment spreads itself, directly or through others (section 5.5.2.2).
    case fragmentCycle
    /// Fragments followed, the selection sets nest deeper than ``NestingLimit/levels``.
    case nestedTooDeeply
    /// One field or directive has two arguments of the same name (section 5.4.2).
    case duplicateArgument
    /// An operation declares a variable twice (section 5.8.1).
    case duplicateVariable
    /// An operation, or a fragment that it spreads, uses a variable that it does not declare (section 5.8.3).
    case undefinedVariable
    /// No field's selection has `pageInfo`.
    case noConnection
    /// More than one connection, and no path to choose by.
    case ambiguousConnection
    /// There is no connection at the requested path.
    case unknownConnection
    /// The connection at the path is repeated for every item of another connection.
    case connectionInsideList
  }

  /// The broken rule, for code that distinguishes errors.
  package let reason: Reason
  /// What was wrong, where, and what to do: a complete sentence.
  package let message: String
  /// The place that the message is about, or nil if it is about the whole document.
  package let position: SourcePosition?

  init(_ reason: Reason, _ message: String, at position: SourcePosition? = nil) {
    self.reason = reason
    self.message = message
    self.position = position
  }

  /// The message, which holds its places already.
  package var description: String { message }
}
