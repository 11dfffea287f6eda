<?php
// Walks a list of a GraphQL server, page by page, through PHP's FFI. INCLUDE is the folder of swiftpager.ffi.h:
//     php -d ffi.enable=1 walk.php http://127.0.0.1:8080/graphql [INCLUDE]
// Numbers name the rules of docs/bindings.md.
declare(strict_types=1);

/** What the library refused, or why a walk ended before the end of its list. */
final class SwiftpagerError extends RuntimeException {}

/** A client of one server. */
final class Client
{
    private FFI $native;
    private FFI\CData $handle;

    public function __construct(string $endpoint, string $include)
    {
        $this->native = FFI::cdef(file_get_contents("$include/swiftpager.ffi.h"), 'libswiftpager.so.0');
        $this->handle = $this->native->new('swiftpager_client *');
        $this->check($this->native->swiftpager_client_create(
            self::text($endpoint), null, null, FFI::addr($this->handle), null));
    }

    // 5: whoever drops the client gives it back.
    public function __destruct()
    {
        isset($this->handle) && $this->native->swiftpager_client_release($this->handle);
    }

    /** The pages of a list, each as an array of its items. Leave the loop whenever you like. */
    public function pages(string $query, array $variables = []): Generator
    {
        $native = $this->native;
        [$pager, $walk] = [$native->new('swiftpager_pager *'), $native->new('swiftpager_operation *')];
        $update = $native->new('swiftpager_update *');
        $config = json_encode(['variables' => (object) $variables, 'retain' => 'none'], JSON_THROW_ON_ERROR);
        $this->check($native->swiftpager_pager_create(
            $this->handle, self::text($query), $config, null, FFI::addr($pager), null));
        try {
            $this->check($native->swiftpager_pager_walk($pager, null, FFI::addr($walk), null));
            // 9: everything is pulled. The end is OK without an update, or the error that ended the walk.
            $next = fn () => $this->check($native->swiftpager_operation_next($walk, -1, FFI::addr($update), null));
            for ($next(); !FFI::isNull($update); $next()) {
                $page = $native->swiftpager_update_page($update, null);
                $items = $page === null ? [] : $this->items($page);
                $native->swiftpager_update_release($update);
                yield $items;
            }
        } finally {
            $native->swiftpager_operation_release($walk);
            $native->swiftpager_pager_release($pager);
        }
    }

    // 6: one call gives the places of all items.
    private function items(FFI\CData $page): array
    {
        [$length, $count] = [$this->native->new('size_t'), $this->native->new('size_t')];
        $spans = $this->native->swiftpager_page_spans($page, true, FFI::addr($count));
        if ($spans === null && $this->native->swiftpager_page_item_count($page) > 0) {
            throw new SwiftpagerError('there is not enough memory for the places of the items');
        }
        // The response has no NUL at its end, so its type is const uint8_t *, and FFI::string() wants its length.
        $response = $this->native->swiftpager_page_response($page, FFI::addr($length));
        $text = FFI::string($response, $length->cdata);
        $items = [];
        for ($index = 0; $index < $count->cdata; $index++) {
            $items[] = json_decode(substr($text, $spans[2 * $index], $spans[2 * $index + 1]), true);
        }
        return $items;
    }

    // 7: on the thread of the call, before the next one.
    private function check(int $status): void
    {
        if ($status !== 0) {
            $error = json_decode($this->native->swiftpager_last_error() ?? '{}', true);
            $name = $this->native->swiftpager_status_name($status);
            throw new SwiftpagerError("$name: " . ($error['message'] ?? 'no message'), $status);
        }
    }

    // 10: C would read a text up to a NUL inside.
    private static function text(string $text): string
    {
        return str_contains($text, "\0") ? throw new SwiftpagerError('a text has a NUL inside') : $text;
    }
}

$query = 'query ($first: Int!, $after: String) {
    products(first: $first, after: $after) { nodes { id name price } pageInfo { hasNextPage endCursor } } }';
try {
    $client = new Client($argv[1], $argv[2] ?? '/usr/local/include');
    foreach ($client->pages($query, ['first' => 100]) as $items) {
        printf("%d items, the first: %s at %.2f\n", count($items), $items[0]['name'], $items[0]['price']);
    }
} catch (SwiftpagerError $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
