import type pg from 'pg';
import { sha256 } from '../ids.ts';
import { isPooled } from './pooled.ts';

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
function keepPlans(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest);
  };
  // The overloads of query can't be told apart by their types; the arguments are passed on unchanged.
  client.query = named as typeof client.query;
}

/** Sends statements without their names: a prepared statement belongs to a session, which a pooler gives to others. */
function forgetNames(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const unnamed = (query: unknown, ...rest: unknown[]) => {
    const hasName = typeof query === 'object' && query !== null && 'name' in query && 'text' in query;
    return send(hasName ? { ...query, name: undefined } : query, ...rest);
  };
  client.query = unnamed as typeof client.query;
}

/** For a new connection of a pool: prepares every statement with values, unless a pooler is in between. */
export async function prepareStatements(client: pg.ClientBase): Promise<void> {
  if (!(await isPooled(client))) keepPlans(client);
}

/** The same for statements that carry a name of their own. */
export async function prepareNamed(client: pg.ClientBase): Promise<void> {
  if (await isPooled(client)) forgetNames(client);
}
