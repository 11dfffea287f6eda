import DocumentCode
import SwiftPager
import SwiftPagerTesting
import Testing

/// How code that used Apollo's generated types of such documents is written here: docs/migrating.md.
@Suite("Types of the animal kingdom")
struct KingdomTests {
  typealias RelativeSize = Kingdom.RelativeSize
  typealias PetSearchFilters = Kingdom.PetSearchFilters
  typealias AllAnimalsQuery = Kingdom.AllAnimalsQuery
  typealias PetSearchQuery = Kingdom.PetSearchQuery
  typealias FindPetQuery = Kingdom.FindPetQuery
  typealias DogQuery = Kingdom.DogQuery
  typealias Animal = AllAnimalsQuery.Data.Animal

  static let dog = #"""
    {"__typename": "Dog", "species": "Canine", "skinCovering": "WOOL", "predators": [],
     "height": {"feet": 2, "inches": null, "meters": 1, "relativeSize": "SMALL", "centimeters": 61},
     "bodyTemperature": 101, "humanName": "Rex", "favoriteToy": "Ball", "owner": {"firstName": "Ada"},
     "livesWith": {"__typename": "Bird", "species": "Robin", "humanName": null, "laysEggs": true, "wingspan": 9.5},
     "birthdate": "2020-01-01"}
    """#

  @Test("Fragments are members, and conditions are cases")
  func dog() throws {
    let animal = try Animal(json: Self.dog)
    #expect(animal.species == "Canine" && animal.height.feet == 2)
    #expect(animal.heightInMeters.height.meters == 1)
    #expect(animal.skinCovering == .unknown("WOOL"))
    #expect(animal.on.asDog?.warmBloodedDetails.bodyTemperature == 101)
    #expect(animal.on.asDog?.bodyTemperature == 101 && animal.on.asDog?.humanName == "Rex")
    #expect(animal.on.asDog?.petDetails.owner?.firstName == "Ada")
    #expect(animal.on.asDog?.height.relativeSize == .small)
    #expect(animal.on.asDog?.dogFragment.species == "Canine")
    #expect(animal.on.asDog?.livesWith?.asBird?.wingspan == 9.5)
    switch animal.on {
    case .dog(let dog): #expect(dog.humanName == "Rex")
    case .other(let name): Issue.record("\(name)")
    default: Issue.record("\(animal.on)")
    }
  }

  @Test("A fragment's field that the object has under another condition is the object's own")
  func crocodile() throws {
    let text = #"""
      {"__typename": "Crocodile", "species": "Reptile", "height": {"feet": 1, "meters": 0}, "predators": []}
      """#
    let animal = try Animal(json: text)
    #expect(animal.on == .other("Crocodile") && animal.height.inches == nil)
  }

  @Test("Conditions decide by the variables of the operation")
  func conditions() throws {
    typealias Data = Kingdom.AllAnimalsIncludeSkipQuery.Data
    let text = #"{"allAnimals": [\#(Self.dog)]}"#
    let flags: JSONValue = ["includeSpecies": true, "skipHeightInMeters": false, "getCat": true, "varA": false]
    let animal = try #require(try Data(json: text, variables: flags).allAnimals.first)
    #expect(animal.species == "Canine" && animal.heightInMeters?.height.meters == 1)
    #expect(animal.on.asDog?.warmBloodedDetails?.bodyTemperature == 101)
    let others: JSONValue = ["includeSpecies": false, "skipHeightInMeters": true, "getCat": false, "varA": false]
    let brief = try #require(try Data(json: text, variables: others).allAnimals.first)
    #expect(brief.heightInMeters == nil && brief.on.asDog?.warmBloodedDetails == nil)
  }

  @Test("Enums, input objects and defaults")
  func inputs() throws {
    let size: RelativeSize = .small
    #expect(RelativeSize(rawValue: "SMALL") == size && RelativeSize(rawValue: "HUGE") == .unknown("HUGE"))
    #expect(RelativeSize.allCases == [.large, .average, .small])
    let filters = PetSearchFilters(species: ["Dog", "Cat"], size: .some(.small))
    #expect(PetSearchQuery(filters: .some(filters)) != PetSearchQuery())
    let expected: GraphQLNullable<PetSearchFilters> = .some(
      PetSearchFilters(
        species: ["Dog", "Cat"], size: .some(.small), measurements: .some(.init(height: 10.5, weight: 5))))
    #expect(PetSearchQuery().variables.filters == expected)
    #expect(FindPetQuery(input: .name("Rex")) != FindPetQuery(input: .id("Rex")))
  }

  @Test("A mock is a value, or JSON")
  func mocks() throws {
    let made = DogQuery.Data.Animal(id: "1", on: .dog(.init(species: "Canine")))
    let read = try DogQuery.Data.Animal(json: #"{"__typename": "Dog", "id": 1, "species": "Canine"}"#)
    #expect(made == read)
  }
}
