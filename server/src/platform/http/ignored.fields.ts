import type * as z from 'zod/mini';
import type { IgnoredFields } from '@vitrine/contract/endpoint.ts';
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

/** A body without the fields that its schema doesn't know, and their names. Other faults stay for the schema to find. */
export function ignoreUnknown(
  schema: z.ZodMiniType | undefined,
  body: unknown,
): { sent: unknown; ignored: IgnoredFields | undefined } {
  if (!schema) return { sent: body, ignored: undefined };
  let found = unknownIn(schema, body);
  if (found.length === 0) return { sent: body, ignored: undefined };
  const sent = structuredClone(body);
  const names: string[] = [];
  let count = 0;
  for (let round = 0; round < mostRounds && found.length > 0; round += 1) {
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
  const more = count - names.length;
  return { sent, ignored: { ignored_fields: names, ...(more > 0 ? { more_ignored_fields: more } : {}) } };
}
