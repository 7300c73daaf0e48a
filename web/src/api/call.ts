import type { CallOf, Endpoint, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { notLoggedInMessage, unauthenticatedMessage } from '@vitrine/contract/refusals.ts';
import { takeEarly } from './early.ts';
import { ApiProblem, problemOf } from './problem.ts';
import { dropEndedToken, readToken } from './token.ts';

export const base = '/api/v1';

const changes = new Set(['PATCH', 'PUT', 'DELETE']);

let sessionEnded = (): void => undefined;

/** Called for every unauthenticated response, whichever call it was for. */
export function whenSessionEnds(notice: () => void): void {
  sessionEnded = notice;
}

function addressOf(endpoint: Endpoint, { params, query }: { params?: unknown; query?: unknown }): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${base}${path}${search.size > 0 ? `?${search}` : ''}`;
}

export function authorization(token = readToken()): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Either of the specification's two messages (section 8) ends the session that the call was made with. */
export function honourEndedSession(problem: ApiProblem, token: string | undefined): void {
  if (problem.message !== unauthenticatedMessage && problem.message !== notLoggedInMessage) return;
  if (readToken() !== token) return;
  dropEndedToken();
  sessionEnded();
}

/**
 * `token`: the session that the call is about, if this browser has already dropped it. `once`: the server carries out the
 * call once for this key, however often it is sent.
 */
type Request<E extends Endpoint> = CallOf<E> & { file?: Blob; token?: string; once?: string };

/** Sends one call of the contract and returns the response; throws a refusal. */
export async function send<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  signal?: AbortSignal,
): Promise<Response> {
  const token = request.token ?? readToken();
  const address = addressOf(endpoint, request);
  const early = endpoint.method === 'GET' ? takeEarly(address, token) : undefined;
  const pending =
    early ??
    fetch(address, {
      method: endpoint.method,
      credentials: 'include',
      // A change or a logout may be the page's last call: it is sent even if the page is closed.
      keepalive: (changes.has(endpoint.method) && request.file === undefined) || request.token !== undefined,
      headers: {
        Accept: endpoint.gives ?? 'application/json',
        ...authorization(token),
        ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(request.file && { 'Content-Type': request.file.type }),
        ...(request.once && { 'Idempotency-Key': request.once }),
      },
      ...(request.file && { body: request.file }),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      ...(signal && { signal }),
    });
  const response = await pending.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiProblem({ code: 'offline', status: 0, message: 'No answer' });
  });
  if (!response.ok) {
    const problem = await problemOf(response);
    honourEndedSession(problem, token);
    throw problem;
  }
  return response;
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
