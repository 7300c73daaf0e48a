import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Problem, type RefusalCode, refusals, unauthenticatedMessage } from '@vitrine/contract/refusals.ts';
import { isDatabaseAway } from '../database/away.ts';
import { Refusal } from '../refusal.ts';
import { createSparseLog } from '../sparse.log.ts';

/** The RFC 9457 document of a refusal; clients of the specification read `message`. */
function problemOf(refusal: Refusal, request: { url: string; id: string }): Problem {
  const { status, title } = refusals[refusal.code];
  const message = refusal.code === 'unauthenticated' ? unauthenticatedMessage : refusal.message;
  return {
    type: `/docs#${refusal.code}`,
    title,
    status,
    code: refusal.code,
    message,
    detail: message,
    instance: request.url.split('?', 1)[0] ?? '',
    request_id: request.id,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    ...(refusal.ticket === undefined ? {} : { ticket: refusal.ticket }),
  };
}

/** Seconds for Retry-After: what the refusal says, or 2 for any other 503. */
function retryAfterOf(refusal: Refusal): number | undefined {
  return refusal.retryAfterSeconds ?? (refusals[refusal.code].status === 503 ? 2 : undefined);
}

/** Errors that Fastify raises before a handler runs. */
const codesOfFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
};

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';
const outOfDate = 'Someone else made the same change at the same time. Reload to see the current state.';
/** Other faults of a request that the parts of Fastify find, such as a file whose path or condition doesn't fit. */
const codesOfStatus: ReadonlyMap<number, RefusalCode> = new Map([
  [400, 'malformed_body'],
  [403, 'not_found'],
  [404, 'not_found'],
  [412, 'conflict'],
  [413, 'too_large'],
  [429, 'rate_limited'],
]);

/** Turns any thrown value into a refusal. Unknown errors become `internal`, which reveals nothing about them. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (typeof error === 'object' && error !== null) {
    const { code: name, statusCode } = error as { code?: unknown; statusCode?: unknown };
    const known = typeof name === 'string' ? codesOfFastify[name] : undefined;
    if (known) return new Refusal(known);
    const code = typeof statusCode === 'number' ? codesOfStatus.get(statusCode) : undefined;
    if (code) return new Refusal(code);
    if (isDatabaseAway(error)) return new Refusal('busy');
    // Two requests checked the same thing and then stored it; the second one fails here and must reload.
    if (name === uniqueViolation) return new Refusal('conflict', { message: outOfDate });
  }
  return new Refusal('internal');
}

/** Refusals of an outage, one sparse log for each log. */
const outages = new WeakMap<object, ReturnType<typeof createSparseLog>>();
const outageEveryMs = 1_000;

/** During an outage every request fails, so that a line for each would fill the disk. */
function reportOutage(about: object, { server }: FastifyRequest): void {
  const { log } = server;
  const report = outages.get(log) ?? createSparseLog(outageEveryMs);
  outages.set(log, report);
  report(about, (fact, leftOut) =>
    log.warn({ ...fact, left_out: leftOut }, 'request refused: a dependency is not available'),
  );
}

/** Only unexpected failures are logged. Deliberate refusals are not, so that a flood of them doesn't fill the log. */
function reportFailure(error: unknown, status: number, request: FastifyRequest): void {
  if (status < 500 || (error instanceof Refusal && error.code === 'busy')) return;
  const about = { err: error, request_id: request.id, url: request.routeOptions.url };
  if (status === 503) reportOutage(about, request);
  else request.log.error(about, 'request failed');
}

/** The same for a response that was taken over from Fastify, before anything was sent. */
export function sendRawProblem(error: unknown, request: FastifyRequest, response: ServerResponse): void {
  const refusal = refusalOf(error);
  const { status } = refusals[refusal.code];
  reportFailure(error, status, request);
  const body = JSON.stringify(problemOf(refusal, request));
  const retryAfter = retryAfterOf(refusal);
  const retry = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  response.writeHead(status, { 'Content-Type': 'application/problem+json', ...retry }).end(body);
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  const { status } = refusals[refusal.code];
  reportFailure(error, status, request);
  if (status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  const retryAfter = retryAfterOf(refusal);
  if (retryAfter !== undefined) void reply.header('Retry-After', String(retryAfter));
  return reply.code(status).type('application/problem+json').send(problemOf(refusal, request));
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    const wanted: Record<string, string> = {
      string: 'text',
      number: 'a number',
      int: 'a whole number',
      boolean: 'true or false',
      array: 'a list',
      object: 'an object',
    };
    const expected = wanted[issue.expected] ?? issue.expected;
    return issue.input === undefined ? `is missing; must be ${expected}` : `must be ${expected}`;
  }
  if (issue.code === 'unrecognized_keys') return 'is not a known field';
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small' && issue.message === 'Invalid input') return `must not be below ${issue.minimum}`;
  if (issue.code === 'too_big' && issue.message === 'Invalid input') return `must not be above ${issue.maximum}`;
  return issue.message === 'Invalid input' ? 'is not valid' : issue.message;
}

// A body can have an unlimited number of errors. The response lists the first few and counts the rest.
const mostReasons = 20;
const mostUnknownFields = 5;
const longestField = 60;
const longestMessage = 500;

/** A field name as a response repeats it. */
export function shortened(field: string): string {
  return field.length > longestField ? `${field.slice(0, longestField - 1).toWellFormed()}…` : field;
}

/** The fields of an issue, and how many more were left out. */
function fieldsOf(issue: z.core.$ZodIssue): { fields: string[]; more: number } {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return { fields: [shortened(path.join('.') || 'body')], more: 0 };
  const named = issue.keys.slice(0, mostUnknownFields);
  return {
    fields: named.map((key) => [...path, shortened(key)].join('.')),
    more: issue.keys.length - named.length,
  };
}

/** A failed validation as a 422 with reasons by field, like `lines.0.quantity`. Long field names are shortened. */
export function validationRefusal(error: Pick<z.core.$ZodError, 'issues'>): Refusal {
  const errors = new Map<string, string[]>();
  const named = error.issues.slice(0, mostReasons);
  let more = error.issues.length - named.length;
  for (const issue of named) {
    const { fields, more: unnamed } = fieldsOf(issue);
    more += unnamed;
    for (const field of fields) errors.set(field, [...(errors.get(field) ?? []), describeIssue(issue)]);
  }
  const reasons = [...errors].map(([field, [reason]]) => `${field} ${reason}`).join('; ');
  const message = reasons.slice(0, longestMessage).toWellFormed() + (more > 0 ? `; and ${more} more` : '');
  return new Refusal('validation_failed', { errors: Object.fromEntries(errors), message });
}
