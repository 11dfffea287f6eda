public import Foundation
public import SwiftPager

// With these conformances `error.localizedDescription` is the description of the error. Without them it names the type
// and a number only.

extension ClientConfigurationError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension ClientError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension GraphQLError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension IncompleteListError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension JSONTextError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension ListOrderError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension PageErrors: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension PaginationError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension ResumeError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
