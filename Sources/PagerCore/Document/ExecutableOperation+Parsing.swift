import PagerSyntax

extension ExecutableOperation {
  /// Parses a document and takes one of its operations. The name is optional if there is only one.
  init(named name: String?, parsing query: String, at config: ConfigPlace) throws(DocumentPlanError) {
    let document: ExecutableDocument
    do {
      document = try ExecutableDocument(parsing: query)
    } catch {
      throw config.error(in: "query", "the query does not parse: \(error.description)", at: error.position)
    }
    do {
      self = try document.operation(named: name)
    } catch {
      let part = [.unknownOperation, .operationNameMissing].contains(error.reason) ? "operation_name" : "query"
      throw config.error(in: part, error.message, at: error.position)
    }
  }
}
