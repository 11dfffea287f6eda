// swift-tools-version: 6.2
import PackageDescription

// In a package of your own, depend on swiftpager by its URL instead of by its path.
let package = Package(
  name: "walk",
  dependencies: [.package(name: "swiftpager", path: "../..")],
  targets: [
    .executableTarget(name: "walk", dependencies: [.product(name: "SwiftPager", package: "swiftpager")]),
    .executableTarget(name: "watch", dependencies: [.product(name: "SwiftPager", package: "swiftpager")]),
  ]
)
