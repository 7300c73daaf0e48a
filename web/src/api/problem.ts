import {
  notLoggedInMessage,
  type Problem,
  type RefusalCode,
  unauthenticatedMessage,
} from '@vitrine/contract/refusals.ts';

/** A response that isn't 2xx, or no response at all (`offline`). */
export class ApiProblem extends Error {
  readonly code: RefusalCode | 'offline';
  readonly status: number;
  readonly errors: Readonly<Record<string, string[]>>;
  readonly requestId: string | undefined;
  /** Continues a login that takes a second factor. */
  readonly ticket: string | undefined;

  constructor(problem: {
    code: RefusalCode | 'offline';
    status: number;
    message: string;
    errors?: Record<string, string[]>;
    requestId?: string;
    ticket?: string;
  }) {
    super(problem.message);
    this.name = 'ApiProblem';
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? {};
    this.requestId = problem.requestId;
    this.ticket = problem.ticket;
  }
}

/** The two messages of the specification's section 8 end the session, whatever the status and the code say. */
export function isEndedMessage(message: unknown): message is string {
  return message === unauthenticatedMessage || message === notLoggedInMessage;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}

/** Reads a response that isn't 2xx; a proxy's page instead of a problem document counts as a server fault. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  if (isProblem(body)) {
    const { status, message, errors, request_id: requestId, ticket } = body;
    const code = isEndedMessage(message) ? 'unauthenticated' : body.code;
    return new ApiProblem({ code, status, message, requestId, ...(errors && { errors }), ...(ticket && { ticket }) });
  }
  const message =
    typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
      ? body.message
      : response.statusText;
  const code = isEndedMessage(message) ? 'unauthenticated' : response.status === 503 ? 'busy' : 'internal';
  return new ApiProblem({ code, status: response.status, message });
}

/** Only these end a session; anything else is temporary (specification, section 8). */
export function endsSession(error: unknown): boolean {
  return (
    error instanceof ApiProblem && (error.code === 'unauthenticated' || error.status === 401 || error.status === 403)
  );
}

/** Worth retrying automatically: there was no response, or the server couldn't answer. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && !endsSession(error) && (error.code === 'offline' || error.status >= 500);
}
