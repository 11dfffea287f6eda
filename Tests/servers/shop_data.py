"""The shop's goods: deterministic, so that every run of a test sees the same pages."""

import dataclasses

MATERIALS = ("Oak", "Copper", "Linen", "Glass", "Wool", "Slate", "Cork", "Brass", "Willow", "Clay")
THINGS = ("Lamp", "Bowl", "Chair", "Kettle", "Basket", "Clock", "Mirror", "Shelf", "Blanket", "Vase", "Stool")
CATEGORIES = ("Lighting", "Kitchen", "Furniture", "Kitchen", "Storage", "Decoration", "Decoration", "Storage",
              "Textiles", "Decoration", "Furniture")
REMARKS = (
    "Made to order; allow two weeks.",
    'Known in the trade as "the heavy one".',
    "Verpackt in Größe S, geprüft in Köln.",
    "Comes with a spare part \N{WRENCH} and a paper manual.",
    "Suits small rooms.\nWipe with a dry cloth.",
    "手作りの品です。",
)


@dataclasses.dataclass
class Goods:
    """One product as the shop stores it; `number` counts from 1."""

    number: int
    name: str
    price: float
    description: str
    category: str
    in_stock: int


def goods(count: int) -> list[Goods]:
    """The first `count` products, always the same ones."""
    return [_goods(number) for number in range(1, count + 1)]


def _goods(number: int) -> Goods:
    thing = number % len(THINGS)
    name = f"{MATERIALS[number // len(THINGS) % len(MATERIALS)]} {THINGS[thing]} No. {number}"
    # Whole cents, so that the price prints alike in every language; the factor scatters neighbours.
    cents = 495 + number * 7919 % 50_000
    return Goods(
        number=number,
        name=name,
        price=cents / 100,
        description=f"{name}. {REMARKS[number % len(REMARKS)]}",
        category=CATEGORIES[thing],
        in_stock=number * 31 % 97,
    )
