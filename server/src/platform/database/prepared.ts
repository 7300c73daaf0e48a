import type pg from 'pg';
import { sha256 } from '../ids.ts';

/** Up to this many different statements are prepared; the others are planned each time. */
const mostNamed = 1_000;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNamed) return known;
  const name = sha256(text).toString('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}

/**
 * Prepares statements with values under a name, so that a connection plans each of them once: with row-level security,
 * planning costs more than executing most statements. PostgreSQL plans again when the role changes.
 */
export function keepPlans(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest);
  };
  // The overloads of query can't be told apart by their types; the arguments are passed on unchanged.
  client.query = named as typeof client.query;
}
