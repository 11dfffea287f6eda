/// The version of the library, as it appears in user agents and in the C header's contract.
package let swiftPagerVersion: StaticString = "0.1.0"
