// Where a person is signed in, and what happened to their account. The system role is needed: sessions are nobody's to
// read, and the log joins what operators did.
import type { ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { readSecurityLog, SecurityEntry } from '@vitrine/contract/settings.ts';
import type { Session } from '@vitrine/contract/sessions.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { nextCursor, placeIn } from '../platform/http/cursor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { accessOwnAccount, accessSelf } from './accounts.access.ts';
import { revokeSession } from './accounts.queries.ts';
import { deviceOf } from './device.ts';
import { endOthers } from './password.service.ts';
import { readLog } from './security.views.ts';
import { liveSessions } from './settings.queries.ts';
import { noteChange } from './settings.service.ts';

export async function listSessionsOf(ctx: Context, actor: Actor): Promise<Session[]> {
  const person = accessSelf(actor);
  const rows = await ctx.database.as({ role: 'system' }, (tx) => liveSessions(tx, person.userId, ctx.clock.now()));
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.device),
    network: row.address_prefix,
    signed_in_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.id === person.sessionId,
  }));
}

export async function endSessionOf(ctx: Context, actor: Actor, sessionId: string): Promise<{ ended: true }> {
  const person = accessOwnAccount(actor);
  if (!isId(sessionId)) throw new Refusal('not_found');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const own = await liveSessions(tx, person.userId, ctx.clock.now());
    const found = own.find((row) => row.id === sessionId);
    if (!found) throw new Refusal('not_found');
    await revokeSession(tx, sessionId, ctx.clock.now());
    const { browser, system } = deviceOf(found.device);
    await noteChange(ctx, tx, person, {
      action: 'session.revoked',
      about: [browser, system].filter(Boolean).join(', '),
    });
  });
  return { ended: true };
}

export async function endOtherSessionsOf(ctx: Context, actor: Actor): Promise<{ ended: number }> {
  const person = accessOwnAccount(actor);
  const ended = await ctx.database.as({ role: 'system' }, async (tx) => {
    const count = await endOthers(ctx, tx, person);
    await noteChange(ctx, tx, person, { action: 'session.others_revoked' });
    return count;
  });
  return { ended };
}

export async function readLogOf(
  ctx: Context,
  actor: Actor,
  query: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof readSecurityLog>> {
  const person = accessSelf(actor);
  const after = placeIn(query.cursor);
  const { rows, last } = await ctx.database.as({ role: 'system' }, (tx) =>
    readLog(tx, person.userId, { after, limit: query.limit }),
  );
  return { data: rows, meta: { next_cursor: last ? nextCursor(last.at, last.id) : null } };
}

const pageOfLog = 500;

/** The whole security log of a person, latest first, for the file that they take away. */
export async function readWholeLog(ctx: Context, userId: string): Promise<SecurityEntry[]> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const entries: SecurityEntry[] = [];
    let after: { at: Date; id: string } | undefined;
    do {
      const page = await readLog(tx, userId, { after, limit: pageOfLog });
      entries.push(...page.rows);
      after = page.last;
    } while (after);
    return entries;
  });
}

/** A person's sessions without their tokens, the providers that they sign in with, and the legal texts they accepted. */
export async function accountRecordsOf(ctx: Context, userId: string) {
  return ctx.database.as({ role: 'system' }, async (tx) => ({
    sessions: await tx
      .selectFrom('sessions')
      .select(['kind', 'device', 'address_prefix', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'login')
      .orderBy('created_at')
      .execute(),
    identities: await tx
      .selectFrom('identities')
      .select(['provider', 'subject', 'linked_at'])
      .where('user_id', '=', userId)
      .execute(),
    accepted: await tx
      .selectFrom('legal_acceptances')
      .select(['document', 'version', 'accepted_at'])
      .where('user_id', '=', userId)
      .orderBy('accepted_at')
      .execute(),
  }));
}
