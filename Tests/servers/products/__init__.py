"""Small GraphQL servers in the list shapes of real products, by family; each knows the truth of its list."""

from products.cursors import CURSORS
from products.offsets import OFFSETS
from products.page_numbers import PAGE_NUMBERS
from products.product import Product
from products.relay import RELAY

# The products by the name that an address has.
PRODUCTS: dict[str, Product] = {product.name: product for product in (*PAGE_NUMBERS, *OFFSETS, *CURSORS, *RELAY)}
