import type { FastifyInstance } from 'fastify';
import type { CallOf, DataOf, Endpoint, MetaOf } from '@vitrine/contract/endpoint.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import type { Problem } from '@vitrine/contract/refusals.ts';
import { demoPassword } from './people.ts';

/** The response: data and meta of a 2xx, or the problem document. */
export type Result<E extends Endpoint> = {
  status: number;
  data: DataOf<E>;
  meta: MetaOf<E>;
  problem: Problem;
  headers: Record<string, unknown>;
};

type Given<E extends Endpoint> = CallOf<E> & {
  headers?: Record<string, string>;
  file?: { type: string; bytes: Buffer };
};

export type Client = {
  call<E extends Endpoint>(endpoint: E, input?: Given<E>): Promise<Result<E>>;
};

function addressOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString();
  return `/api/v1${path}${query ? `?${query}` : ''}`;
}

/**
 * Calls the API over HTTP as one user or shop. As the portal does, it gives the user's password again when a call needs
 * it, unless the call has a `proof` of its own.
 */
export function client(app: FastifyInstance, token?: string, password = demoPassword): Client {
  const bare = bareClient(app, token);
  let kept: Promise<string> | undefined;
  const enterPassword = async () => (await bare.call(stepUp, { body: { password } })).data?.proof ?? 'none';
  return {
    async call(endpoint, input) {
      const body: unknown = input?.body;
      const send = async (proof: Promise<string>) =>
        bare.call(endpoint, { ...input, body: { ...Object(body), proof: await proof } });
      const answer = await bare.call(endpoint, input);
      const given: unknown = answer.data;
      if (typeof given === 'object' && given !== null && 'proof' in given && typeof given.proof === 'string')
        kept = Promise.resolve(given.proof);
      const isProved = typeof body === 'object' && body !== null && 'proof' in body;
      if (endpoint.proof === undefined || isProved || answer.problem.code !== 'step_up_needed') return answer;
      const earlier = kept;
      const again = earlier && (await send(earlier));
      if (again && again.problem.code !== 'step_up_needed') return again;
      // Calls that are made at the same time share one.
      if (kept === earlier) kept = enterPassword();
      return send(kept ?? enterPassword());
    },
  };
}

/** Sends each call as it is given. */
function bareClient(app: FastifyInstance, token?: string): Client {
  return {
    async call(endpoint, input = {}) {
      const answer = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, input),
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          'user-agent': 'Mozilla/5.0 (test)',
          ...(input.file ? { 'content-type': input.file.type } : {}),
          ...input.headers,
        },
        ...(input.body === undefined ? {} : { payload: input.body as object }),
        ...(input.file ? { payload: input.file.bytes } : {}),
      });
      // The type of the response is not checked here; the tests that read it do.
      const type = String(answer.headers['content-type']);
      const file = type.startsWith('text/') ? answer.body : answer.rawPayload;
      const isFile = endpoint.gives !== undefined && type.startsWith(endpoint.gives);
      const body = (type.includes('json') && answer.body && !isFile ? JSON.parse(answer.body) : { data: file }) as {
        data: never;
        meta: never;
      } & Problem;
      return { status: answer.statusCode, data: body.data, meta: body.meta, problem: body, headers: answer.headers };
    },
  };
}
