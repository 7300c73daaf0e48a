import type { CallOf, Endpoint, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { type Received, ask, type Transport } from './door.ts';
import { readToken } from './token.ts';

const changes = new Set(['PATCH', 'PUT', 'DELETE']);

function pathOf(endpoint: Endpoint, { params, query }: { params?: unknown; query?: unknown }): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${path}${search.size > 0 ? `?${search}` : ''}`;
}

/**
 * `token`: the session that the call is about, if this browser has already dropped it. `once`: the server carries out the
 * call once for this key, however often it is sent. `transport`: what sends it instead of fetch.
 */
type Request<E extends Endpoint> = CallOf<E> & {
  file?: Blob;
  token?: string;
  once?: string;
  transport?: Transport;
};

/** A request of any call. */
type Sent = Omit<Request<Endpoint>, 'params' | 'query' | 'body'> & {
  params?: unknown;
  query?: unknown;
  body?: unknown;
};
/** Sends a call with this body, and with another one if the server misses a proof in it. */
type Prove = (endpoint: Endpoint, body: unknown, send: (body: unknown) => Promise<Received>) => Promise<Received>;
let prove: Prove | undefined;

/** Sets what gives a call the proof that it takes (`endpoint.proof`). */
export function proveWith(given: Prove | undefined): void {
  prove = given;
}

/** Sends one call of the contract and returns the answer; throws a refusal. */
export function send<E extends Endpoint>(endpoint: E, request: Request<E>, signal?: AbortSignal): Promise<Received> {
  const sent: Sent = request;
  if (endpoint.proof === undefined || prove === undefined) return sendOnce(endpoint, sent, signal);
  return prove(endpoint, sent.body, (body) => sendOnce(endpoint, { ...sent, body }, signal));
}

function sendOnce(endpoint: Endpoint, request: Sent, signal?: AbortSignal): Promise<Received> {
  const { file, once, transport } = request;
  const body = file ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  return ask(pathOf(endpoint, request), {
    method: endpoint.method,
    token: request.token ?? readToken(),
    // A change or a logout may be the page's last call: it is sent even if the page is closed.
    keepalive: (changes.has(endpoint.method) && file === undefined) || request.token !== undefined,
    headers: {
      Accept: endpoint.gives ?? 'application/json',
      ...(body !== undefined && { 'Content-Type': file?.type ?? 'application/json' }),
      ...(once && { 'Idempotency-Key': once }),
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
    ...(transport && { transport }),
  });
}

/** Makes one call of the contract: JSON, bearer token, credentials. Returns the envelope or throws an ApiProblem. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  // The server checks its responses against this contract before it sends them (serve), so the browser doesn't.
  return (await (await send(endpoint, request, signal)).json()) as ReplyOf<E>;
}
