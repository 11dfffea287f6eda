import PagerClient

/// The ways in which a user can choose the outputs of a pager.
extension PaginationOutput {
  /// Calls a function with the data of all pages: previous ones, the initial one, next ones.
  static func applying<Model>(
    _ transform: @escaping @Sendable ([PaginatedQuery.Data], InitialQuery.Data?, [PaginatedQuery.Data]) throws -> Model
  ) -> @Sendable (PaginationOutput) throws -> Model {
    { output in
      try transform(
        output.previousPages.compactMap(\.data), output.initialPage?.data, output.nextPages.compactMap(\.data))
    }
  }

  /// Turns each page with data into a collection, and joins the collections in the order of the list.
  static func joining<Model: RangeReplaceableCollection & Sendable>(
    _ initialTransform: @escaping @Sendable (InitialQuery.Data) throws -> Model,
    _ pageTransform: @escaping @Sendable (PaginatedQuery.Data) throws -> Model
  ) -> @Sendable (PaginationOutput) throws -> Model {
    { output in
      var model = Model()
      for data in output.previousPages.compactMap(\.data) { model += try pageTransform(data) }
      if let data = output.initialPage?.data { model += try initialTransform(data) }
      for data in output.nextPages.compactMap(\.data) { model += try pageTransform(data) }
      return model
    }
  }
}
