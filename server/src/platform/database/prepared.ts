import type pg from 'pg';
import { sha256 } from '../ids.ts';

/** So many different statements are kept by name; those beyond are planned each time. */
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
 * Statements with values are prepared under a name, so that a connection plans each of them once: with row-level
 * security planning costs more than most statements take. A plan is made anew when the role that asks is another.
 */
export function keepPlans(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...words: unknown[]) => unknown;
  const named = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest);
  };
  // The overloads of query cannot be told apart by their types; the words are passed on as they came.
  client.query = named as typeof client.query;
}
