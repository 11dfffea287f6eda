import PagerTransport

extension GraphQLClient {
  /// Sets who says in the headers of requests who is calling: for credentials that expire.
  ///
  /// The authorizer is asked before the first request, and once more where the server answers 401; that request is then sent
  /// again. Requests that wait at once share one answer, and what it gave holds for later ones, until the next 401. Its
  /// headers take the place of the client's of the same name. What it throws ends the requests that wait with
  /// `ClientError.hook`.
  ///
  /// - Parameter authorizer: gives headers by name; nil: nobody is asked any more.
  public func setAuthorizer(
    _ authorizer: (@Sendable (AuthorizationReason) async throws -> [String: String])?
  ) {
    authorization.set(
      authorizer.map { authorizer in
        { @Sendable reason, answer in
          Task {
            do {
              let headers = try await authorizer(reason).map { HTTPHeader(name: $0.key, value: $0.value) }
              guard headers.allSatisfy(\.isValid) else {
                throw ClientError.hook(message: "the authorizer returned a header that HTTP does not allow")
              }
              answer(.success(headers))
            } catch let error as ClientError {
              answer(.failure(error))
            } catch {
              answer(.failure(.hook(message: "the authorizer failed: \(error)")))
            }
          }
        }
      })
  }
}
