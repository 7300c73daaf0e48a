import { sql } from 'kysely';
import { eraseAdjustments } from './adjustments/adjustments.erasure.ts';
import { eraseAccount } from './accounts/accounts.erasure.ts';
import { eraseClaims } from './claims/claims.erasure.ts';
import {
  beginErasure,
  completeAgain,
  completeErasure,
  dueClosures,
  erasedSoFar,
  notErased,
} from './closures/closures.steps.ts';
import { addToErasedFile, readErasedAccounts } from './closures/erased.file.ts';
import type { Context } from './context.ts';
import { eraseAnnouncementReads } from './announcements/announcements.erasure.ts';
import { eraseMessages } from './conversations/conversations.erasure.ts';
import { eraseMerchantAccounts } from './creators/creators.erasure.ts';
import { eraseOwnHits } from './drain/drain.erasure.ts';
import { eraseApplications } from './applications/applications.erasure.ts';
import { eraseWelcomes } from './groups/groups.erasure.ts';
import { eraseIdentities } from './google/google.erasure.ts';
import { eraseGrants } from './impersonation/impersonation.erasure.ts';
import { eraseInvitations } from './invitations/invitations.erasure.ts';
import { eraseLinks } from './links/links.erasure.ts';
import { eraseMemberships } from './merchants/merchants.erasure.ts';
import { eraseNotifications } from './notifications/notifications.erasure.ts';
import { erasePasswords } from './passwords/passwords.erasure.ts';
import { eraseObjections } from './objections/objections.erasure.ts';
import { erasePayoutDetails } from './payouts/payouts.erasure.ts';
import { erasePictures } from './pictures/pictures.erasure.ts';
import { anonymous } from './platform/actor.ts';
import { audit } from './platform/audit.ts';
import { redactAudit } from './platform/audit.erasure.ts';
import type { Tx } from './platform/database/database.ts';
import type { ErasedUser, Erasure } from './platform/erasure.ts';
import { eraseEvents } from './platform/events/events.erasure.ts';
import { eraseAnswers } from './platform/http/idempotency.erasure.ts';
import { deliverMails } from './platform/mail/mail.ts';
import { eraseMails } from './platform/mail/mail.erasure.ts';
import { eraseRosterMarks } from './roster/roster.erasure.ts';
import { eraseSessions } from './sessions/sessions.erasure.ts';
import { eraseEmailChanges } from './settings/settings.erasure.ts';
import { eraseSocial } from './social/social.erasure.ts';
import { eraseStorefronts } from './storefront/storefront.erasure.ts';
import { eraseTickets } from './support/support.erasure.ts';
import { eraseSuspensions } from './suspensions/suspensions.erasure.ts';
import { eraseTakedowns } from './takedowns/takedowns.erasure.ts';
import { eraseSecondFactor } from './two-factor/two-factor.erasure.ts';
import { eraseOutgoing } from './webhooks/webhooks.erasure.ts';

/** Every domain with data of users, in this order: hits are found by the browsers that sessions erase. */
const erasures: readonly Erasure[] = [
  eraseOwnHits,
  eraseSessions,
  erasePasswords,
  eraseSecondFactor,
  eraseIdentities,
  eraseEmailChanges,
  eraseGrants,
  eraseInvitations,
  eraseWelcomes,
  eraseApplications,
  eraseMemberships,
  eraseStorefronts,
  eraseLinks,
  eraseMerchantAccounts,
  eraseRosterMarks,
  eraseSuspensions,
  eraseMessages,
  eraseNotifications,
  eraseAnnouncementReads,
  eraseSocial,
  eraseTickets,
  eraseTakedowns,
  erasePayoutDetails,
  eraseAdjustments,
  eraseObjections,
  eraseClaims,
  eraseOutgoing,
  erasePictures,
  eraseEvents,
  eraseAnswers,
  eraseMails,
  eraseAccount,
];

/** Addresses that the user has changed to or from, as the audit log and their requests name them. */
async function earlierEmails(tx: Tx, userId: string): Promise<string[]> {
  const asked = await tx.selectFrom('email_changes').select('new_email').where('user_id', '=', userId).execute();
  const changes = await tx
    .selectFrom('audit_entries')
    .select(sql<string | null>`details->>'about'`.as('about'))
    .where('subject_id', '=', userId)
    .where('action', '=', 'email.changed')
    .execute();
  return [...asked.map((row) => row.new_email), ...changes.flatMap(({ about }) => (about ?? '').split(' → '))];
}

/** The user with every address and handle they have had here. An address that is someone else's now is left out. */
async function describeUser(tx: Tx, userId: string): Promise<ErasedUser> {
  const { email, role, display_name, user_handle } = await tx
    .selectFrom('users')
    .select(['email', 'role', 'display_name', 'user_handle'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const emails = [...new Set([email, ...(await earlierEmails(tx, userId))])].filter((each) => each !== '');
  const others = await tx
    .selectFrom('users')
    .select('email')
    .where('email', 'in', emails)
    .where('id', '<>', userId)
    .execute();
  const former = await tx.selectFrom('handle_history').select('user_handle').where('user_id', '=', userId).execute();
  return {
    id: userId,
    role,
    emails: emails.filter((each) => !others.some((other) => other.email === each)),
    displayName: display_name,
    handles: [...(user_handle === null ? [] : [user_handle]), ...former.map((row) => row.user_handle)],
    pseudonym: `Erased ${role === 'creator' ? 'creator' : 'user'} ${userId.slice(-4)}`,
  };
}

async function eraseEverything(
  ctx: Context,
  tx: Tx,
  userId: string,
  more: { first_erased_at?: string } = {},
): Promise<void> {
  const user = await describeUser(tx, userId);
  const redacted = await redactAudit(tx, user);
  for (const erase of erasures) await erase(ctx, tx, user);
  const subject = { kind: 'user', id: userId };
  await audit(ctx, tx, anonymous, { action: 'account.erased', subject, details: { redacted, ...more } });
}

/**
 * Erases the accounts that are due. Each is one transaction: a run that is killed leaves it as it was, and the next one
 * erases it. Returns how many were erased.
 */
export async function eraseDueAccounts(ctx: Context): Promise<number> {
  const due = await dueClosures(ctx);
  if (due.length === 0) return 0;
  await forEach(ctx, due, (userId) => beginErasure(ctx, userId));
  // The last emails go out before the addresses are erased.
  await deliverMails(ctx);
  let erased = 0;
  await forEach(ctx, due, async (userId) => {
    if (await completeErasure(ctx, userId, (tx) => eraseEverything(ctx, tx, userId))) erased += 1;
  });
  return erased;
}

/**
 * Erases again who is on the list of this node and not erased in the database, because a backup was restored. Returns how
 * many were erased.
 */
export async function eraseAgain(ctx: Context): Promise<number> {
  const { accounts, faults } = await readErasedAccounts(ctx.config.dataDir);
  for (const fault of faults) ctx.log.error({ fault }, 'the list of erased accounts has a damaged line');
  const firstAt = new Map(accounts.map(({ userId, at }) => [userId, at]));
  // The list has all of them, also those of other nodes and of earlier versions.
  const missing = (await erasedSoFar(ctx)).filter(({ userId }) => !firstAt.has(userId));
  await addToErasedFile(ctx.config.dataDir, missing);
  let erased = 0;
  await forEach(ctx, await notErased(ctx, [...firstAt.keys()]), async (userId) => {
    const more = { first_erased_at: firstAt.get(userId) ?? '' };
    if (await completeAgain(ctx, userId, (tx) => eraseEverything(ctx, tx, userId, more))) erased += 1;
  });
  if (erased > 0) ctx.log.warn({ erased }, 'accounts were erased again, because a backup was restored');
  return erased;
}

/** One that fails doesn't stop the others. */
async function forEach(ctx: Context, due: readonly string[], work: (userId: string) => Promise<void>): Promise<void> {
  for (const userId of due) {
    try {
      await work(userId);
    } catch (error) {
      ctx.log.error({ err: error, user_id: userId }, 'could not erase an account; it will be tried again');
    }
  }
}
