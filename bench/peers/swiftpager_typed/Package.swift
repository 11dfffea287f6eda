// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swiftpager_typed",
  dependencies: [.package(name: "swiftpager", path: "../../..")],
  targets: [
    .executableTarget(
      name: "swiftpager_typed",
      dependencies: [.product(name: "SwiftPager", package: "swiftpager")],
      path: "Sources")
  ]
)
