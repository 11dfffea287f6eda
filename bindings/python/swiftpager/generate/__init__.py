"""From GraphQL documents to code: types for what they ask for, and lists that know their pages.

`documents` reads the files, `building` makes a `model.Model` of them, which knows no language, and a package for each
language prints it. It needs graphql-core 3.2.7.
"""
