import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Actor } from './actor.ts';
import { beforeCommit, type Tx } from './database/database.ts';
import { hideInAllAddresses } from './shown.addresses.ts';

export type AuditFact = {
  action: string;
  merchantId?: string;
  subject: { kind: string; id: string };
  details?: Record<string, unknown>;
  requestId?: string;
};

type Entry = { chain: string; statement: RawBuilder<unknown> };

/** The entries that each running transaction will write. */
const unwritten = new WeakMap<Tx, Entry[]>();

/**
 * Writes an entry to the audit log, in the transaction of the change, with both names if an operator acts as someone. The
 * entries of a brand are one chain, and those without a brand another. Whoever writes to a chain waits for the writer
 * before, so that comes last, and several chains are always taken in the same order.
 */
export async function audit(ctx: Pick<Context, 'clock'>, tx: Tx, actor: Actor, fact: AuditFact): Promise<void> {
  const person = actor.kind === 'person' ? actor : undefined;
  const now = ctx.clock.now();
  const statement = sql`record_audit(${now}, ${person?.userId ?? null}::uuid, ${person?.impersonatedBy ?? null}::uuid,
    ${fact.merchantId ?? null}::uuid, ${fact.action}, ${fact.subject.kind}, ${fact.subject.id},
    ${JSON.stringify(hideInAllAddresses(fact.details ?? {}))}::jsonb, ${fact.requestId ?? ''})`;
  const entry = { chain: fact.merchantId ?? '', statement };
  const earlier = unwritten.get(tx);
  if (earlier) return void earlier.push(entry);
  const entries = [entry];
  unwritten.set(tx, entries);
  await beforeCommit(tx, () => write(tx, entries));
}

async function write(tx: Tx, entries: readonly Entry[]): Promise<void> {
  unwritten.delete(tx);
  const inOrder = entries.toSorted((one, other) => (one.chain < other.chain ? -1 : Number(one.chain > other.chain)));
  await sql`select ${sql.join(inOrder.map(({ statement }) => statement))}`.execute(tx);
}
