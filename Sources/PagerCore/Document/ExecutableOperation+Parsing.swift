import PagerSyntax

extension ExecutableOperation {
  /// Parses a document and takes one of its operations; the name may be left out where there is one.
  init(named name: String?, parsing query: String) throws(DocumentPlanError) {
    let document: ExecutableDocument
    do {
      document = try ExecutableDocument(parsing: query)
    } catch {
      throw DocumentPlanError(
        "query", message: "the query does not parse: \(error.description)", position: error.position)
    }
    do {
      self = try document.operation(named: name)
    } catch {
      let part = [.unknownOperation, .operationNameMissing].contains(error.reason) ? "operation_name" : "query"
      throw DocumentPlanError(part, message: error.message, position: error.position)
    }
  }
}
