import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Actor } from './actor.ts';
import { beforeCommit, type Tx } from './database/database.ts';

export type AuditFact = {
  action: string;
  merchantId?: string;
  subject: { kind: string; id: string };
  details?: Record<string, unknown>;
  requestId?: string;
};

/**
 * Writes an entry to the audit log, in the transaction of the change, with both names if an operator acts as someone. All
 * entries are one chain, so every writer waits for the one before: that comes last.
 */
export async function audit(ctx: Pick<Context, 'clock'>, tx: Tx, actor: Actor, fact: AuditFact): Promise<void> {
  const person = actor.kind === 'person' ? actor : undefined;
  const now = ctx.clock.now();
  const entry = sql`select record_audit(${now}, ${person?.userId ?? null}::uuid, ${person?.impersonatedBy ?? null}::uuid,
    ${fact.merchantId ?? null}::uuid, ${fact.action}, ${fact.subject.kind}, ${fact.subject.id},
    ${JSON.stringify(fact.details ?? {})}::jsonb, ${fact.requestId ?? ''})`;
  await beforeCommit(tx, async () => void (await entry.execute(tx)));
}
