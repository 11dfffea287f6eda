import PagerTransport

extension GraphQLClient {
  /// Sets the authorizer: it gives the headers that say who is calling. It is for credentials that expire.
  ///
  /// The client asks the authorizer before the first request, and once more if the server answers 401. The client then
  /// sends that request again. Requests that wait at the same time share one answer. The answer holds for later
  /// requests until the next 401. The authorizer's headers replace the client's headers of the same name. If the
  /// authorizer throws, the waiting requests fail with `ClientError.hook`.
  ///
  /// - Parameter authorizer: gives headers by name; nil removes the authorizer.
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
