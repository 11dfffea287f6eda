// swift-tools-version: 6.2
import PackageDescription

// What `swiftpager generate` writes for documents with awkward names and selections, under the strictest settings of an
// app. `make test-documents` writes it into Code, and runs the tests.
let package = Package(
  name: "documents",
  dependencies: [.package(name: "swiftpager", path: "../..")],
  targets: [
    .target(
      name: "DocumentCode",
      dependencies: [
        .product(name: "SwiftPager", package: "swiftpager"),
        .product(name: "SwiftPagerFoundation", package: "swiftpager"),
      ],
      path: "Code",
      swiftSettings: [
        .defaultIsolation(MainActor.self), .strictMemorySafety(), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
      ]),
    .testTarget(
      name: "DocumentTests",
      dependencies: [
        "DocumentCode", .product(name: "SwiftPager", package: "swiftpager"),
        .product(name: "SwiftPagerTesting", package: "swiftpager"),
      ],
      path: "Tests"),
  ]
)
