import type { FastifyInstance } from 'fastify';
import type { CallOf, DataOf, Endpoint, MetaOf } from '@vitrine/contract/endpoint.ts';
import type { Problem } from '@vitrine/contract/refusals.ts';

/** The response: data and meta of a 2xx, or the problem document. */
export type Result<E extends Endpoint> = {
  status: number;
  data: DataOf<E>;
  meta: MetaOf<E>;
  problem: Problem;
  headers: Record<string, unknown>;
};

export type Client = {
  call<E extends Endpoint>(
    endpoint: E,
    input?: CallOf<E> & { headers?: Record<string, string>; file?: { type: string; bytes: Buffer } },
  ): Promise<Result<E>>;
};

function addressOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString();
  return `/api/v1${path}${query ? `?${query}` : ''}`;
}

/** Calls the API over HTTP as one user or shop. */
export function client(app: FastifyInstance, token?: string): Client {
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
