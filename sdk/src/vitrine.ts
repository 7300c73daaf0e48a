import { ShopCalls } from './calls.ts';
import {
  addressed,
  backoffMs,
  type CallOptions,
  newIdempotencyKey,
  pause,
  retryAfterMs,
  type ShopRequest,
} from './request.ts';
import type { Problem } from './types.ts';

export type * from './events.ts';
export type * from './types.ts';
export type { CallOptions } from './request.ts';
export {
  type ReceivedEvent,
  verifyWebhook,
  WebhookError,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhook.ts';

export type VitrineOptions = {
  /** The address of the Vitrine, such as `https://portal.example`. */
  url: string;
  /** A key of the brand's shop, `vtk_…`. Keep it on the server. */
  key: string;
  /** How long to wait for each response. 10 seconds if omitted. */
  timeoutMs?: number;
  /** How often a request is sent again after a 429, a 5xx or no response. 4 if omitted. */
  retries?: number;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch;
  /** In place of waiting before the next try, such as in tests. */
  wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
};

/**
 * Why a call failed. `code` is the refusal's, as the guide to errors explains it; `no_response` if nothing came back in
 * time, and `unexpected_response` if what came back is not from Vitrine's API.
 */
export class VitrineError extends Error {
  override readonly name = 'VitrineError';
  readonly code: Problem['code'] | 'no_response' | 'unexpected_response';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Reasons by field, like `lines.0.quantity`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Name it when you ask the operator for help. */
  readonly requestId: string | undefined;
  /** Whether the same request can succeed later. */
  readonly isTemporary: boolean;
  /** What the server asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    about: Pick<VitrineError, 'code' | 'status'> &
      Partial<Pick<VitrineError, 'errors' | 'requestId' | 'retryAfterMs'>> & { cause?: unknown },
  ) {
    super(message, { cause: about.cause });
    this.code = about.code;
    this.status = about.status;
    this.errors = about.errors ?? {};
    this.requestId = about.requestId;
    this.retryAfterMs = about.retryAfterMs;
    this.isTemporary = about.code === 'no_response' || about.status === 429 || about.status >= 500;
  }
}

/** A wait that is longer than this is left to the caller. */
const longestWaitMs = 60_000;

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value;
}

async function errorOf(response: Response, base: string): Promise<VitrineError> {
  const { status, headers } = response;
  const wait = retryAfterMs(headers.get('retry-after'));
  const value: unknown = await response.json().catch(() => undefined);
  if (!isProblem(value)) {
    const target = headers.get('location');
    const redirect = target === null ? '' : `, but redirects to ${target}`;
    return new VitrineError(`${base} answered ${status}, not as Vitrine’s API does${redirect}. Check url.`, {
      code: 'unexpected_response',
      status,
      retryAfterMs: wait,
    });
  }
  const fields = Object.entries(value.errors ?? {}).map(([field, reasons]) => `${field} ${reasons.join(', ')}`);
  return new VitrineError([value.message, ...fields].join('; '), {
    code: value.code,
    status,
    errors: value.errors ?? {},
    requestId: value.request_id,
    retryAfterMs: wait,
  });
}

function isAddress(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}

/** The address without slashes at its end. */
function baseOf(url: string): string {
  const example = 'Use the address of your Vitrine, like https://portal.example';
  if (!isAddress(url)) throw new TypeError(`url is ${JSON.stringify(url)}, which isn’t an address. ${example}.`);
  const base = url.replace(/\/+$/, '');
  if (base.endsWith('/api/v1')) throw new TypeError(`url is ${base}. ${example}, without /api/v1.`);
  return base;
}

/** The message doesn't contain the key, because messages end up in logs. */
function checkKey(key: string): void {
  if (/^vtk_[\w-]+$/.test(key)) return;
  const fault = key ? 'doesn’t begin with vtk_, or has other characters than a key has' : 'is empty';
  throw new TypeError(`key ${fault}. Create one in your brand’s console under Settings → API keys.`);
}

/** The API for a brand's shop. Every call can be repeated without harm, and is, when no response comes. */
export class Vitrine extends ShopCalls {
  readonly #options: VitrineOptions;
  readonly #base: string;

  /** @throws {TypeError} if `url` isn't an address or `key` isn't a key of a shop. */
  constructor(options: VitrineOptions) {
    super();
    this.#options = options;
    this.#base = baseOf(options.url);
    checkKey(options.key);
  }

  protected async request<Reply>(call: ShopRequest, input: object, options: CallOptions = {}): Promise<Reply> {
    const { url, body } = addressed(this.#base, call, input);
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#options.key}`,
      accept: 'application/json',
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    // The same key for every try, so that the server carries out the call once.
    if (call.method !== 'GET') headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey();
    const retries = options.retries ?? this.#options.retries ?? 4;
    for (let attempt = 0; ; attempt += 1) {
      const result = await this.#send(url, { method: call.method, headers, body: body ?? null }, options);
      // The contract is the type of the response; the server checks it in its own tests.
      if (!(result instanceof VitrineError)) return result as Reply;
      const wait = Math.max(result.retryAfterMs ?? 0, backoffMs(attempt, Math.random()));
      if (!result.isTemporary || attempt >= retries || wait > longestWaitMs) throw result;
      await (this.#options.wait ?? pause)(wait, options.signal);
    }
  }

  /** One try. Only the caller's own signal makes it throw. */
  async #send(url: string, request: RequestInit, { signal, timeoutMs }: CallOptions): Promise<unknown> {
    signal?.throwIfAborted();
    const limit = timeoutMs ?? this.#options.timeoutMs ?? 10_000;
    const controller = new AbortController();
    const stop = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => controller.abort(new Error(`No response within ${limit} ms`)), limit);
    try {
      const send = this.#options.fetch ?? fetch;
      const response = await send(url, { ...request, redirect: 'manual', signal: controller.signal });
      if (!response.ok) return await errorOf(response, this.#base);
      return (await response.json()) as unknown;
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = cause instanceof Error ? cause.message : String(cause);
      return new VitrineError(`No response from ${this.#base}: ${reason}`, { code: 'no_response', status: 0, cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

/**
 * Every entry of a list, page after page:
 *
 *     for await (const order of entriesOf((page) => vitrine.listShopOrders({ ...page, limit: 100 }))) …
 */
export async function* entriesOf<Item>(
  read: (page: { cursor?: string | undefined }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const { data, meta } = await read(cursor === undefined ? {} : { cursor });
    yield* data;
    cursor = meta.next_cursor;
  }
}
