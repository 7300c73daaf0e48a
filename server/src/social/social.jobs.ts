import { sql } from 'kysely';
import { readerOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { type FailureReason, PlatformFailure, type Tokens } from './platform.ts';
import { platformLabels, linkable, openTokens, platformOf, sealTokens } from './platforms.ts';
import { reconnectMail } from './social.mails.ts';
import { lockConnection, updateConnection } from './social.queries.ts';
import { keepFigures } from './social.service.ts';

// Once a day in the creator's time zone, fetches the figures of each connected account and renews its permission. Uses the
// system role to find due accounts and to email creators whose permission has expired.

const atOnce = 50;
/** How long a worker reserves an account; afterwards another one may take it. */
const leaseMs = 10 * 60_000;
const laterMs = 60 * 60_000;

type Due = Awaited<ReturnType<typeof claim>>[number];

/** Reserves accounts without figures for the creator's current day. */
function claim(ctx: Context, tx: Tx) {
  const now = ctx.clock.now();
  return tx
    .updateTable('social_connections as c')
    .from('users as u')
    .set({ next_attempt_at: new Date(now.getTime() + leaseMs) })
    .whereRef('u.id', '=', 'c.creator_id')
    .where('c.id', 'in', (of) =>
      of
        .selectFrom('social_connections as d')
        .innerJoin('users as v', 'v.id', 'd.creator_id')
        .select('d.id')
        .where('d.state', '=', 'connected')
        .where('d.sealed_tokens', 'is not', null)
        .where((where) => where.or([where('d.next_attempt_at', 'is', null), where('d.next_attempt_at', '<=', now)]))
        .where(
          sql<boolean>`coalesce((d.last_refreshed_at at time zone v.time_zone)::date, '-infinity') < (${now}::timestamptz at time zone v.time_zone)::date`,
        )
        .orderBy('d.next_attempt_at', (order) => order.asc().nullsFirst())
        .limit(atOnce)
        .forUpdate('d')
        .skipLocked(),
    )
    .returning([
      'c.id',
      'c.creator_id',
      'c.platform',
      'c.handle',
      'c.sealed_tokens',
      'u.email',
      'u.display_name',
      'u.locale',
      'u.project_key',
      'u.time_zone',
      'u.notifications',
    ])
    .execute();
}

export async function refreshSocial(ctx: Context): Promise<number> {
  const due = await ctx.database.as({ role: 'system' }, (tx) => claim(ctx, tx));
  for (const connection of due) await refreshOne(ctx, connection);
  return due.length;
}

async function refreshOne(ctx: Context, due: Due): Promise<void> {
  const found = linkable(ctx, platformOf(due.platform));
  // Without API keys the account waits until the operator configures them again.
  if (!found || due.sealed_tokens === null) return;
  const { platform, keys } = found;
  try {
    let tokens = openTokens(ctx, due.sealed_tokens);
    if (platform.isRenewalDue(tokens, ctx.clock.now())) {
      tokens = await platform.renew(keys, tokens, ctx.clock.now());
      // Stored before the next call, because some platforms revoke the old token with the new one.
      await keepTokens(ctx, due, tokens);
    }
    const { account, figures } = await platform.read(keys, tokens);
    await ctx.database.as({ role: 'app', creatorId: due.creator_id }, async (tx) => {
      await keepFigures(ctx, tx, { creatorId: due.creator_id, connectionId: due.id, figures });
      await updateConnection(tx, due.creator_id, due.id, {
        handle: account.handle,
        last_refreshed_at: ctx.clock.now(),
        next_attempt_at: null,
        failure: null,
      });
      await record(ctx, tx, { userId: due.creator_id }, { kind: 'user-update' });
    });
  } catch (error) {
    const reason = error instanceof PlatformFailure ? error.reason : 'unreachable';
    ctx.log.warn({ err: error, platform: due.platform }, 'could not get the figures of a social account');
    await keepFailure(ctx, due, reason);
  }
}

function keepTokens(ctx: Context, due: Due, tokens: Tokens): Promise<void> {
  return ctx.database.as({ role: 'app', creatorId: due.creator_id }, (tx) =>
    updateConnection(tx, due.creator_id, due.id, {
      sealed_tokens: sealTokens(ctx, tokens),
      token_expires_at: tokens.permissionEndsAt === null ? null : new Date(tokens.permissionEndsAt),
    }),
  );
}

async function keepFailure(ctx: Context, due: Due, reason: FailureReason): Promise<void> {
  const mayPass = reason === 'rate_limited' || reason === 'unreachable';
  await ctx.database.as({ role: 'system' }, async (tx) => {
    // Disconnecting revokes the token, so a fetch that has started then fails.
    if ((await lockConnection(tx, due.creator_id, due.id))?.state !== 'connected') return;
    await updateConnection(tx, due.creator_id, due.id, {
      failure: reason === 'refused' ? 'revoked' : reason,
      next_attempt_at: new Date(ctx.clock.now().getTime() + laterMs),
      ...(mayPass ? {} : { state: 'expired', sealed_tokens: null, next_attempt_at: null }),
    });
    await record(ctx, tx, { userId: due.creator_id }, { kind: 'user-update' });
    if (mayPass) return;
    const name = platformLabels[platformOf(due.platform)];
    await queueMail(ctx, tx, reconnectMail(ctx.config.publicUrl, readerOf(due), name, due.handle));
  });
}
