/** What each call may change. */
export type CallOptions = {
  /** Ends the call: no response is waited for, and nothing is sent again. */
  signal?: AbortSignal | undefined;
  /** The key under which the server carries out this call once. Random if omitted. */
  idempotencyKey?: string | undefined;
  /** How long to wait for each response, in milliseconds. */
  timeoutMs?: number | undefined;
  /** How often a request is sent again. */
  retries?: number | undefined;
};

/** A call of the contract. `query` names the parameters that belong into the query. */
export type ShopRequest = { method: string; path: string; query: readonly string[] };

type Sent = { url: string; body: string | undefined };

/** Splits an input into address and body. */
export function addressed(base: string, { path, query }: ShopRequest, input: object): Sent {
  const values = new Map<string, unknown>(Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const name of query) {
    const value = values.get(name);
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  const body = values.get('body');
  const text = search.toString();
  return {
    url: `${base}/api/v1${filled}${text && `?${text}`}`,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** A key that no other request has. Node 18 and pages without https have no `randomUUID`. */
export function newIdempotencyKey(): string {
  const random = (globalThis.crypto as Partial<Crypto> | undefined)?.randomUUID?.();
  const part = () => Math.random().toString(36).slice(2);
  return random ?? `${Date.now().toString(36)}-${part()}${part()}`;
}

/** Milliseconds of a `Retry-After` header, which is a number of seconds or a date; undefined without one. */
export function retryAfterMs(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

const firstBackoffMs = 500;
const longestBackoffMs = 10_000;

/** Exponential, and random between half and all of it, so that many shops don't come back at the same moment. */
export function backoffMs(attempt: number, random: number): number {
  const most = Math.min(firstBackoffMs * 2 ** attempt, longestBackoffMs);
  return most / 2 + (random * most) / 2;
}

/** Waits, or ends at once when the signal says so. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
