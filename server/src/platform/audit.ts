import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Actor } from './actor.ts';
import type { Tx } from './database/database.ts';

export type AuditFact = {
  action: string;
  merchantId?: string;
  subject: { kind: string; id: string };
  details?: Record<string, unknown>;
  requestId?: string;
};

/**
 * Writes an entry to the audit log, in the transaction of the change, with both names if an operator acts as someone.
 */
export async function audit(ctx: Pick<Context, 'clock'>, tx: Tx, actor: Actor, fact: AuditFact): Promise<void> {
  const person = actor.kind === 'person' ? actor : undefined;
  await sql`select record_audit(${ctx.clock.now()}, ${person?.userId ?? null}::uuid, ${person?.impersonatedBy ?? null}::uuid,
    ${fact.merchantId ?? null}::uuid, ${fact.action}, ${fact.subject.kind}, ${fact.subject.id},
    ${JSON.stringify(fact.details ?? {})}::jsonb, ${fact.requestId ?? ''})`.execute(tx);
}
