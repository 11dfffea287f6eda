"""An HTTP/1.1 server that really misbehaves, so that a client's errors are tested against the real thing.

The URL's path says what goes wrong, its query on which page. Every path serves the same Relay-shaped list,
`items(first, after) { totalCount edges { cursor node { id name } } pageInfo { … } }`, whatever the document selects.

| module | concept |
| --- | --- |
| `connection` | the raw socket: reads requests, writes bytes, notices that the client closed |
| `options` | the query of the URL |
| `pages` | the list, its pages and cursors |
| `exchange` | one request on its way to an answer |
| `register` | which path does what |
| `troubles_of_the_wire`, `…_of_the_status`, `…_of_the_body`, `…_of_the_page` | the troubles, by what they break |
| `peculiarities` | unusual but right answers: compression, chunks, odd cursors, latency |
| `counters` | what `GET /stats` tells |
| `gates` | answers that wait for `GET /open` |
| `server` | the loop that ties them together |
"""
