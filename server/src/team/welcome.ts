// A person who joins the staff of a brand: an existing brand user, or a new one who sets a password by a link. Uses the
// system role, because users belong to no brand.
import type { AccessLink } from '../accounts/accounts.mails.ts';
import { addUser } from '../accounts/accounts.service.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser, findUserByEmail } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { makeResetLink } from '../passwords/reset.links.ts';
import type { Tx } from '../platform/database/database.ts';
import { addressFor, type Mail, queueMail, type Reader } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { variantOfKey } from '../platform/variants/variants.ts';

/** How long someone who was invited has to set a password. */
const setPasswordMs = 3 * 86_400_000;

export type Newcomer = { userId: string; isNew: boolean };

/** `field`: the name of the address in the request, for refusals. */
export async function findOrMakeStaff(
  ctx: Context,
  person: { email: string; display_name: string; project: string },
  field: string,
): Promise<Newcomer> {
  const known = await ctx.database.as({ role: 'system' }, (tx) => findUserByEmail(tx, person.email));
  if (known && known.role !== 'brand')
    throw invalid(field, 'belongs to a user who is not a brand user; use another address');
  if (known && known.user_status !== 100) throw invalid(field, 'belongs to a suspended user; use another address');
  if (known) return { userId: known.id, isNew: false };
  const { email, display_name: displayName, project } = person;
  const userId = await ctx.database.as({ role: 'system' }, (tx) =>
    addUser(ctx, tx, { email, role: 'brand', displayName, project }),
  );
  return { userId, isNew: true };
}

/**
 * Emails somebody who joined; a new user gets a one-time link to set a password. Returns that link if no mail server is
 * set up, so that whoever invited them can hand it over. `mail` gets the reader, the link or address for its button, and
 * the name of the reader's variant.
 */
export async function welcomeStaff(
  ctx: Context,
  tx: Tx,
  person: Newcomer,
  mail: (reader: Reader, to: { link: AccessLink } | { url: string }, portal: string) => Mail,
): Promise<AccessLink | undefined> {
  const user = await findUser(tx, person.userId);
  if (!user) throw new Refusal('not_found');
  const link = person.isNew ? await makeResetLink(ctx, tx, person.userId, setPasswordMs) : undefined;
  const to = link ? { link } : { url: `${ctx.config.publicUrl}/brand` };
  const { name: portal } = variantOfKey(ctx.config.variants, user.project_key);
  await queueMail(ctx, tx, mail(readerOf(user), to, portal));
  if (link === undefined || ctx.config.smtpUrl !== undefined) return undefined;
  return { ...link, url: addressFor(ctx, { project: user.project_key }, link.url) };
}
