// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "generated",
  dependencies: [.package(name: "swiftpager", path: "../..")],
  targets: [
    .executableTarget(
      name: "generated", dependencies: [.product(name: "SwiftPager", package: "swiftpager")], exclude: ["plain.graphql"]
    )
  ]
)
