// Password reset. The request only stores the email, whether or not an account exists; a task looks for the account and
// sends the link. The token is in the link's fragment, so that opening the page doesn't use it and no server on the way
// sees it.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { resetPassword } from '@vitrine/contract/passwords.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUserByEmail } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId, sha256 } from '../platform/ids.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Browser } from '../sessions/browser.ts';
import { noteDevice } from '../sessions/known.devices.ts';
import { endLoginTickets } from '../sessions/login.tickets.ts';
import { endAllSessions } from '../sessions/sessions.end.ts';
import { admitFromAddress, forgetGuesses } from '../sessions/throttle.ts';
import { hashPassword } from './password.ts';
import { publicFactsOf, weakPassword } from './password.rules.ts';
import { passwordSetMail, resetMail } from './passwords.mails.ts';
import { brandNamesOf, findCredential, storePassword } from './passwords.queries.ts';
import { makeResetLink } from './reset.links.ts';
import {
  countResetsSince,
  endResetsOf,
  findReset,
  insertResetRequest,
  takeResetRequest,
  useReset,
} from './reset.queries.ts';

const hour = 3_600_000;
const mostMailsAnHour = 3;

/** Stores the request; does the same work for every address. */
export async function requestReset(ctx: Context, email: string, address: string): Promise<{ accepted: true }> {
  await admitFromAddress(ctx, 'forgot', address);
  const now = ctx.clock.now();
  await ctx.database.as({ role: 'system' }, (tx) =>
    insertResetRequest(tx, { id: newId(now), email, requested_at: now }),
  );
  await ctx.jobs.soon('answer_resets');
  return { accepted: true };
}

type Known = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

async function mailLink(ctx: Context, tx: Tx, user: Known): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - hour);
  if ((await countResetsSince(tx, user.id, since)) >= mostMailsAnHour) return;
  await queueMail(ctx, tx, resetMail(readerOf(user), await makeResetLink(ctx, tx, user.id, hour)));
}

/** Processes stored requests; an address without an account gets no email. */
export async function answerResets(ctx: Context): Promise<number> {
  for (let answered = 0; ; answered += 1) {
    const isDone = await ctx.database.as({ role: 'system' }, async (tx) => {
      const request = await takeResetRequest(tx);
      if (!request) return true;
      const user = await findUserByEmail(tx, request.email);
      if (user) await mailLink(ctx, tx, user);
      return false;
    });
    if (isDone) return answered;
  }
}

/**
 * Sets the new password, once per link, and ends all sessions of the user. Its browser is known from then on, so wrong
 * passwords of others keep nobody out who can read their email.
 */
export async function changeByReset(
  ctx: Context,
  input: BodyOf<typeof resetPassword>,
  browser: Pick<Browser, 'deviceKey'>,
): Promise<DataOf<typeof resetPassword>> {
  const tokenHash = sha256(input.token);
  const user = await ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await findReset(tx, tokenHash, ctx.clock.now());
    return found && { ...found, brands: await brandNamesOf(tx, found.id) };
  });
  if (!user) throw new Refusal('reset_link_dead');
  const weak = weakPassword(input.password, { facts: publicFactsOf(user), brands: user.brands });
  if (weak) throw weak;
  const passwordHash = await hashPassword(input.password, ctx.config.passwordCost);
  const now = ctx.clock.now();
  const isFirst = await ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await useReset(tx, tokenHash, now))) throw new Refusal('reset_link_dead');
    const hadNone = (await findCredential(tx, user.id)) === undefined;
    await storePassword(tx, user.id, passwordHash, now);
    await endResetsOf(tx, user.id, now);
    await endAllSessions(ctx, tx, user.id);
    await endLoginTickets(tx, user.id);
    await noteDevice(tx, user.id, browser.deviceKey, now);
    await audit(ctx, tx, anonymous, { action: 'password.reset', subject: { kind: 'user', id: user.id } });
    await notifyOfSecurity(ctx, tx, user.id, hadNone ? 'password_set' : 'password_reset');
    const url = `${ctx.config.publicUrl}/login`;
    await queueMail(ctx, tx, passwordSetMail(readerOf(user), { url, isFirst: hadNone }));
    return hadNone;
  });
  await forgetGuesses(ctx, user);
  return { changed: true, is_first: isFirst };
}
