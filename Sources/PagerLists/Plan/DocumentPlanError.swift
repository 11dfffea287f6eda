package import PagerJSON
package import PagerSyntax

/// Why a document cannot be paged as it was described.
package struct DocumentPlanError: Error, Sendable, Hashable {
  /// The part of the description that is at fault.
  package let part: JSONPointer
  /// What is wrong, where, and what to do.
  package let message: String
  /// The place in the document, if the document is at fault.
  package let position: SourcePosition?
  /// Whether the description may be right, and only the memory for its requests was missing.
  package let isOutOfMemory: Bool
  /// Whether the description lacks a list that may be found in the documents.
  private(set) var mayBeFound = false

  init(
    _ part: [String], _ message: String, at position: SourcePosition? = nil, isOutOfMemory: Bool = false
  ) {
    self.part = JSONPointer(tokens: part)
    self.message = message
    self.position = position
    self.isOutOfMemory = isOutOfMemory
  }

  /// The error of a description that has no list.
  func ofList() -> DocumentPlanError {
    var error = self
    error.mayBeFound = true
    return error
  }

  /// The same error with further advice.
  func with(advice: String) -> DocumentPlanError {
    DocumentPlanError(part.tokens, message + advice, at: position, isOutOfMemory: isOutOfMemory)
  }

  /// The same error for a place in a query that the library has completed.
  func inCompleted(_ query: String) -> DocumentPlanError {
    position == nil ? self : with(advice: "; this is the query as the library completed it: \(query)")
  }

  /// The message, if only an answer has shown the fault.
  var ofAnswer: String { "the list in the answer does not suit the config: \(message) (at \(part))" }

  /// A request that cannot be written as JSON.
  init(_ part: [String], unwritable error: JSONTextError) {
    self.init(part, "the request cannot be written as JSON: \(error.message)", isOutOfMemory: error.isOutOfMemory)
  }
}

/// Where a config has the parts of one document.
struct ConfigPlace {
  /// The way to the object with the query.
  let document: [String]
  /// The way to the object with the names of fields and variables.
  let names: [String]

  static let first = ConfigPlace(document: [], names: ["pagination"])
  static let further = ConfigPlace(document: ["next_query"], names: ["next_query"])
  /// For a single request, which has no names.
  static let request = ConfigPlace(document: [], names: [])

  /// A key among the names, for messages: `pagination.after`.
  func name(_ key: String) -> String { (names + [key]).joined(separator: ".") }

  /// A fault of the document, or of what belongs to it.
  func error(in part: String, _ message: String, at position: SourcePosition? = nil) -> DocumentPlanError {
    DocumentPlanError(document + [part], message, at: position)
  }

  /// A request of the document that cannot be written as JSON.
  func error(unwritable error: JSONTextError) -> DocumentPlanError {
    DocumentPlanError(document + ["query"], unwritable: error)
  }

  /// A fault of a variable's value.
  func error(inVariable name: String, _ message: String) -> DocumentPlanError {
    DocumentPlanError(document + ["variables", name], message)
  }

  /// A fault of a name.
  func error(inNames key: String, _ message: String, at position: SourcePosition? = nil) -> DocumentPlanError {
    DocumentPlanError(names + [key], message, at: position)
  }
}
