import { sql } from 'kysely';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../../context.ts';
import { type Actor, actorName } from '../actor.ts';
import type { Tx } from '../database/database.ts';
import { sha256 } from '../ids.ts';
import { invalid, Refusal } from '../refusal.ts';
import { createLanes } from './lanes.ts';

/** `isReplay`: the stored response of an earlier request. */
type Done = { status: number; body: unknown; isReplay?: true };
type Keyed = {
  actor: Actor;
  address: string;
  raw: Buffer;
  headers: Record<string, string | string[] | undefined>;
  params: unknown;
  query: unknown;
};

const lanes = createLanes();

async function findAnswer(tx: Tx, principal: string, key: string) {
  return tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('principal', '=', principal)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Two requests are the same if call, parameters, query and body are equal. */
function requestHash(endpoint: Endpoint, { params, query, raw }: Keyed): Buffer {
  const input = endpoint.query ? [params, query] : [params];
  const call = [endpoint.method, endpoint.path, ...input.map((part) => JSON.stringify(part))].join(' ');
  return sha256(Buffer.concat([Buffer.from(`${call}\n`), raw]));
}

/**
 * Runs an unsafe call once per `Idempotency-Key`: simultaneous repeats wait for the first, later ones get its response for
 * a week; the same key with a different request is a 409. Responses with secrets are not stored: a repeat is a 409 and
 * has no effect. Refusals are not stored, so a corrected call may reuse its key. Orders, refunds, webhooks and postings
 * have natural keys instead, which also work after a week and after a crash.
 */
export async function answerOnce(
  ctx: Context,
  call: Keyed,
  endpoint: Endpoint,
  run: () => Promise<Done>,
): Promise<Done> {
  const key = call.headers['idempotency-key'];
  if (key === undefined) return run();
  if (typeof key !== 'string' || key.length < 1 || key.length > 200)
    throw invalid('Idempotency-Key', 'must have 1 to 200 characters');
  const principal = actorName(call.actor, call.address);
  const hash = requestHash(endpoint, call);
  return lanes.run(call.actor, () =>
    ctx.database.holding({ role: 'system' }, async (tx) => {
      await sql`set local lock_timeout = '10s'`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = '30s'`.execute(tx);
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${principal}\n${key}`}, 7))`.execute(tx);
      const kept = await findAnswer(tx, principal, key);
      if (kept && !kept.request_hash.equals(hash)) throw new Refusal('idempotency_conflict');
      if (kept && kept.answer === null)
        throw new Refusal('answer_not_kept', {
          message:
            'The first request with this Idempotency-Key succeeded. Its response contains a secret, so it was not stored.',
        });
      if (kept?.answer) return { status: kept.status, body: JSON.parse(kept.answer) as unknown, isReplay: true };
      const done = await run();
      await tx
        .insertInto('idempotency_keys')
        .values({
          principal,
          key,
          request_hash: hash,
          status: done.status,
          answer: endpoint.answers === 'secret' ? null : JSON.stringify(done.body),
          created_at: ctx.clock.now(),
        })
        .execute();
      return done;
    }),
  );
}

const dayMs = 86_400_000;
const deletedAtOnce = 5_000;

/** Deletes responses older than the setting, a week by default. */
export async function forgetOldAnswers(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.config.retention.KEEP_ANSWERS_DAYS * dayMs);
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
    const { numAffectedRows } = await ctx.database.as({ role: 'system' }, (tx) =>
      sql`delete from idempotency_keys where ctid in (
        select ctid from idempotency_keys where created_at <= ${before} limit ${deletedAtOnce})`.execute(tx),
    );
    deleted = Number(numAffectedRows ?? 0);
  }
}
