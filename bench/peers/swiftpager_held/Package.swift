// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swiftpager_held",
  dependencies: [.package(name: "swiftpager", path: "../../..")],
  targets: [
    .executableTarget(
      name: "swiftpager_held",
      dependencies: [.product(name: "SwiftPager", package: "swiftpager")],
      path: "Sources")
  ]
)
