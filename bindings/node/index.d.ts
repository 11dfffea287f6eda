import type {
  ClientConfig, ExecuteOptions, KindName, LoadOptions, PagerConfig, SourceName, StatusName,
} from './configs';

export * from './configs';

/** How a call failed; its kinds are the statuses. */
export class SwiftpagerError extends Error {
  readonly status: StatusName;
  /** The number of the status. */
  readonly code: number;
  /** A JSON Pointer into the config or the page that is at fault. */
  readonly path?: string;
  /** The whole error object; swiftpager.h lists its keys. */
  readonly details: Record<string, unknown>;
}

/** A call that is aborted fails with the status CANCELLED; the signal's reason is the cause. */
export interface Abortable {
  signal?: AbortSignal;
}

/** A list for `for await`, which leaves the event loop free, and for `for`, which blocks it. */
export interface Walk<Value> extends AsyncIterable<Value>, Iterable<Value> {}

/**
 * One page of a list. In a loop it is there until the loop asks for the next one: what you have read of it stays, and
 * what you read after that for the first time throws an error. Keep it if you need it for longer.
 */
export class Page {
  readonly kind: KindName;
  readonly source: SourceName;
  readonly count: number;
  /** The whole body as the server sent it. */
  readonly response: string;
  readonly data: unknown;
  /** The GraphQL errors beside the data. */
  readonly errors: unknown[] | null;
  readonly pageInfo: Record<string, unknown> | null;
  readonly extensions: Record<string, unknown> | null;
  /** The JSON text of each item, of an edge its node. */
  readonly texts: string[];
  /** The items decoded. */
  readonly items: any[];
  /** All header lines of the response. */
  readonly headers: string | null;
  /** Copies all that the page has. */
  keep(): this;
  /** Says that you have finished with the page before the loop asks for the next one: see `resumeToken()`. */
  finish(): void;
}

/** A new state of a list. */
export class Update {
  /** The failure of a load. */
  readonly error: SwiftpagerError | null;
  /** The page that was loaded or that changed; null of a failure. */
  readonly page: Page | null;
  /** Whether the page was there before, and shows what changed in the cache. */
  readonly isChange: boolean;
  /** All pages that the list has at that time. They are there until the loop asks for the next update. */
  readonly pages: Page[];
}

/** One paginated query and the pages held of it. A pager that is collected ends no walk. */
export class Pager {
  private constructor();
  /**
   * Walks the whole list; the next page travels while the body of the loop works. "retain" is "none" by default. With
   * the cache policy "return_cache_data_and_fetch" the walk also has pages of the cache: see `Page.source`.
   */
  pages(options?: LoadOptions & Abortable): Walk<Page>;
  /** Walks the items of all pages, decoded. */
  items<Item = any>(options?: LoadOptions & Abortable): Walk<Item>;
  /** Walks the JSON texts of all items. */
  texts(options?: LoadOptions & Abortable): Walk<string>;
  /**
   * Loads the first page, which takes the place of all pages held. To ask the server again, say
   * `cache_policy: "fetch_ignoring_cache_data"`.
   */
  fetch(options?: LoadOptions & Abortable): Promise<Page>;
  loadNext(options?: LoadOptions & Abortable): Promise<Page>;
  loadPrevious(options?: LoadOptions & Abortable): Promise<Page>;
  /** Loads all pages, and gives those that the pager holds then, in the order of the list. */
  loadAll(options?: LoadOptions & Abortable): Promise<Page[]>;
  /** The pages that the pager holds, in the order of the list. Throws the failure that left it without any. */
  current(): Page[];
  /**
   * Every new state of the list until the pager or the client is closed, and first the one that it has. No walk waits
   * for the reader. The pager keeps in memory what the reader has not taken, and a resume token counts it as finished.
   */
  subscribe(options?: Abortable): AsyncIterable<Update>;
  /**
   * Calls a function with each of them, in turns of the event loop: during a plain `for` over a walk they are kept.
   * What it throws ends the watch and rejects `closed`.
   */
  watch(callback: (update: Update) => void): { cancel(): void; closed: Promise<void> };
  readonly canLoadNext: boolean;
  readonly canLoadPrevious: boolean;
  /** What swiftpager_pager_state() says of the list. */
  readonly state: Record<string, any>;
  /** The place to go on from: give it to a later pager as "resume" in its config. */
  resumeToken(): unknown;
  /** What the next run needs to load only what is new: give it to its pager as "checkpoint". */
  checkpoint(): unknown;
  reset(): void;
  /** Ends the pager and all its work. */
  close(): void;
}

/** An endpoint with its connections. A client that is collected ends nothing. */
export class Client {
  constructor(endpoint: string, config?: ClientConfig);
  pager(query: string, variables?: Record<string, unknown> | null, config?: PagerConfig): Pager;
  /** Sends a query or a mutation, and gives the response decoded. */
  execute(
    query: string, variables?: Record<string, unknown> | null, options?: ExecuteOptions & Abortable,
  ): Promise<any>;
  readonly cache: {
    /** A record, like "Product:17"; null if there is none. */
    read(key: string): Record<string, unknown> | null;
    /** Writes fields over those of a record; without a key, fields are records by their keys. */
    write(key: string | null, fields: Record<string, unknown>): void;
    evict(key: string): void;
    clear(): void;
  };
  /** Ends the client and all its work. */
  close(): void;
}
