import { takeEarly, whenEarlyIsRefused } from './early.ts';
import { ApiProblem, isEndedMessage, problemOf } from './problem.ts';
import { dropEndedToken, readToken } from './token.ts';

// The only way from the portal to the server: calls, uploads, downloads, the event stream, and the requests that early.ts
// made before the app was loaded. So an unauthenticated answer ends the session wherever it comes from (specification,
// sections 2 and 8). door.test.ts finds every other way.

const base = '/api/v1';

/** What sends a request instead of fetch. */
export type Transport = (
  address: string,
  request: { method: string; headers: Record<string, string>; body?: string | Blob; signal?: AbortSignal },
) => Promise<Response>;

type DoorRequest = {
  method: string;
  headers: Record<string, string>;
  /** The session that the request is made with. */
  token: string | undefined;
  body?: string | Blob;
  keepalive?: boolean;
  signal?: AbortSignal;
  transport?: Transport;
};

/** An answer of 2xx. Its body can be read once. */
export type Received = {
  headers: Headers;
  json: () => Promise<unknown>;
  file: () => Promise<Blob>;
  stream: () => Promise<ReadableStream<Uint8Array>>;
};

let sessionEnded = (): void => undefined;

/** Called for every unauthenticated answer to the current session, whichever request it was for. */
export function whenSessionEnds(notice: () => void): void {
  sessionEnded = notice;
  whenEarlyIsRefused((response, token) => {
    problemOf(response).then(
      (problem) => honourEndedSession(problem, token),
      () => undefined,
    );
  });
}

/** Either of the specification's two messages ends the session that the request was made with. */
function honourEndedSession(problem: ApiProblem, token: string | undefined): void {
  if (problem.code !== 'unauthenticated' || readToken() !== token) return;
  dropEndedToken();
  sessionEnded();
}

/** The messages count whatever the status is, also with 200. */
function refuseEndedSession(body: unknown, token: string | undefined): void {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  if (!isEndedMessage(message)) return;
  const problem = new ApiProblem({ code: 'unauthenticated', status: 401, message });
  honourEndedSession(problem, token);
  throw problem;
}

function isJson(type: string | null): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(type ?? '');
}

/** Sends a request to the API. Throws an ApiProblem if there is no answer, or one that isn't 2xx. */
export async function ask(path: string, { token, transport = fetch, ...request }: DoorRequest): Promise<Received> {
  const address = `${base}${path}`;
  const { signal } = request;
  const init = {
    ...request,
    credentials: 'include' as const,
    headers: { ...request.headers, ...(token && { Authorization: `Bearer ${token}` }) },
  };
  const pending = (request.method === 'GET' ? takeEarly(address, token) : undefined) ?? transport(address, init);
  const response = await pending.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiProblem({ code: 'offline', status: 0, message: 'No answer' });
  });
  if (!response.ok) {
    const problem = await problemOf(response);
    honourEndedSession(problem, token);
    throw problem;
  }
  return answerOf(response, token);
}

function answerOf(response: Response, token: string | undefined): Received {
  const type = response.headers.get('content-type');
  const json = async () => {
    const body: unknown = await response.json();
    refuseEndedSession(body, token);
    return body;
  };
  return {
    headers: response.headers,
    json,
    file: async () => {
      const file = await response.blob();
      if (isJson(type)) refuseEndedSession(JSON.parse(await file.text()), token);
      return file;
    },
    stream: async () => {
      if (isJson(type)) await json();
      if (!response.body) throw new ApiProblem({ code: 'internal', status: response.status, message: 'No stream' });
      return response.body;
    },
  };
}

/** Whether the server answers for this page's own address. It is no call of the API. */
export async function answersHere(): Promise<boolean> {
  const answer = await fetch('', { method: 'HEAD' }).catch(() => undefined);
  return answer?.ok ?? false;
}
