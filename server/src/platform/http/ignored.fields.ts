import type * as z from 'zod/mini';
import type { IgnoredFields } from '@vitrine/contract/endpoint.ts';
import { fieldsAt, meaningOf } from '@vitrine/contract/values/meanings.ts';
import { Refusal } from '../refusal.ts';
import { shortened } from './problems.ts';

/** A body can have an unlimited number of unknown fields. The response names this many and counts the rest. */
const mostNamed = 20;
/** Removing unknown fields can bring others to light only where a schema has alternatives, so two rounds are the rule. */
const mostRounds = 4;

type Unknown = { path: readonly PropertyKey[]; keys: readonly string[] };

function unknownIn(schema: z.ZodMiniType, value: unknown): Unknown[] {
  const read = schema.safeParse(value);
  if (read.success) return [];
  return read.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? [{ path: issue.path, keys: issue.keys }] : [],
  );
}

function partAt(value: unknown, path: readonly PropertyKey[]): Record<string, unknown> | undefined {
  let part = value;
  for (const key of path) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = (part as Record<PropertyKey, unknown>)[key];
  }
  return typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : undefined;
}

type Meanings = [field: string, reason: string][];

function meaningsIn(
  schema: z.ZodMiniType | undefined,
  body: unknown,
  found: readonly Unknown[],
  isTest: boolean,
): Meanings {
  return found.flatMap(({ path, keys }) => {
    const beside = partAt(body, path) ?? {};
    const known = fieldsAt(schema, path);
    return keys.flatMap((key): Meanings => {
      const reason = meaningOf(key, beside[key], known, { isTest, beside });
      return reason === undefined ? [] : [[[...path.map(String), shortened(key)].join('.'), reason]];
    });
  });
}

function refuseMeaningful(meanings: Meanings): void {
  const named = meanings.slice(0, mostNamed);
  if (named.length === 0) return;
  const message = named.map(([field, reason]) => `${field} ${reason}`).join('; ');
  throw new Refusal('validation_failed', {
    errors: Object.fromEntries(named.map(([field, reason]) => [field, [reason]])),
    message: message.slice(0, 500).toWellFormed(),
  });
}

/**
 * A body without the fields that its schema doesn't know, and their names. Other faults stay for the schema to find. Throws
 * a refusal that names the fields that can't be ignored, because they change what the call means.
 */
export function ignoreUnknown(
  schema: z.ZodMiniType | undefined,
  body: unknown,
  { isTest }: { isTest: boolean },
): { sent: unknown; ignored: IgnoredFields | undefined } {
  if (!schema) {
    const keys = typeof body === 'object' && body !== null ? Object.keys(body) : [];
    refuseMeaningful(meaningsIn(schema, body, [{ path: [], keys }], isTest));
    return { sent: body, ignored: undefined };
  }
  let found = unknownIn(schema, body);
  if (found.length === 0) return { sent: body, ignored: undefined };
  const sent = structuredClone(body);
  const meanings: Meanings = [];
  const names: string[] = [];
  let count = 0;
  for (let round = 0; round < mostRounds && found.length > 0; round += 1) {
    meanings.push(...meaningsIn(schema, sent, found, isTest));
    for (const { path, keys } of found) {
      const part = partAt(sent, path);
      for (const key of part ? keys : []) {
        delete part?.[key];
        count += 1;
        if (names.length < mostNamed) names.push([...path.map(String), shortened(key)].join('.'));
      }
    }
    found = unknownIn(schema, sent);
  }
  refuseMeaningful(meanings);
  const more = count - names.length;
  return { sent, ignored: { ignored_fields: names, ...(more > 0 ? { more_ignored_fields: more } : {}) } };
}
