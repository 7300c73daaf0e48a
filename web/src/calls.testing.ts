import type { BodyOf, Endpoint, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { type RefusalCode, refusals, unauthenticatedMessage } from '@vitrine/contract/refusals.ts';
import { afterEach, beforeEach, vi } from 'vitest';

// The server for component tests: each test says how it answers, and any other call fails the test.

type Refusal = { code: RefusalCode; errors: Record<string, string[]> };
type Call<E extends Endpoint> = { path: string; query: Record<string, string>; body: BodyOf<E> };
type Answer<E extends Endpoint> = ReplyOf<E> | Refusal;
type Served = { method: string; path: RegExp; answer: (call: Call<Endpoint>) => unknown };

let served: Served[] = [];
let unexpected: string[] = [];

/** What the server answers when it refuses a call, with its reasons by field. */
export function refusal(code: RefusalCode, errors: Record<string, string[]> = {}): Refusal {
  return { code, errors };
}

/** Answers the calls of an endpoint. Returns the list of those calls, which grows as they come. */
export function answerCalls<E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
): Call<E>[] {
  const calls: Call<E>[] = [];
  served.unshift({
    method: endpoint.method,
    path: new RegExp(`^/api/v1${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    answer: (call) => {
      calls.push(call);
      return answer(call);
    },
  });
  return calls;
}

async function answerCall(address: RequestInfo | URL, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(String(address), window.location.href);
  const found = served.find((each) => each.method === method && each.path.test(pathname));
  if (!found) {
    unexpected.push(`${method} ${pathname}`);
    throw new TypeError('No answer');
  }
  const sent = typeof body === 'string' ? (JSON.parse(body) as never) : undefined;
  const answer = await found.answer({ path: pathname, query: Object.fromEntries(searchParams), body: sent });
  return isRefusal(answer) ? problem(answer) : Response.json(answer);
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'code' in answer;
}

function problem({ code, errors }: Refusal): Response {
  const { status, title } = refusals[code];
  const message = code === 'unauthenticated' ? unauthenticatedMessage : title;
  const body = { type: `/docs#${code}`, title, status, code, message, errors, request_id: 'req_test' };
  return Response.json(body, { status });
}

beforeEach(() => {
  served = [];
  unexpected = [];
  vi.stubGlobal('fetch', answerCall);
});
afterEach(() => {
  vi.unstubAllGlobals();
  if (unexpected.length > 0) throw new Error(`This test does not answer ${unexpected.join(', ')}`);
});

/** An answer that the test doesn't look at. */
export function saved(): never {
  return { data: {} } as never;
}
