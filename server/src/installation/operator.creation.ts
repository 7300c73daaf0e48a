// Creates an operator, or gives one a new password link, from the command line of the server. Uses the system role,
// because no scope may create operators.
import type { AccessLink } from '../accounts/accounts.mails.ts';
import { addUser, saveUserStatus } from '../accounts/accounts.service.ts';
import { findUserByEmail } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { endResetLinks, makeResetLink } from '../passwords/reset.links.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { forgetGuesses } from '../sessions/throttle.ts';
import { forgetSecondFactor } from '../two-factor/two-factor.service.ts';
import { endSetupCodes, findInstallation, lockInstallation, markSetUp } from './installation.queries.ts';

const linkLifeMs = 24 * 3_600_000;

export type OperatorLink =
  | { outcome: 'created' | 'restored'; link: AccessLink }
  /** The address belongs to a user who is no operator. */
  | { outcome: 'taken'; role: string };

type Needs = Pick<Context, 'clock' | 'config' | 'database'>;

async function storeOperator(ctx: Needs, tx: Tx, email: string): Promise<string> {
  const [name = email] = email.split('@', 1);
  const project = ctx.config.variants.standard.key;
  const userId = await addUser(ctx, tx, { email, role: 'operator', displayName: name, project });
  const now = ctx.clock.now();
  await endSetupCodes(tx, now);
  const { set_up_at: setUpAt } = await findInstallation(tx);
  if (setUpAt === null) await markSetUp(tx, userId, now);
  await audit(ctx, tx, anonymous, { action: 'operator.created', subject: { kind: 'user', id: userId } });
  return userId;
}

/** Lifts a suspension. Earlier links stop working; wrong passwords are forgotten by the caller. */
async function restoreOperator(ctx: Needs, tx: Tx, user: { id: string; user_status: number }): Promise<void> {
  await saveUserStatus(tx, user.id, 100);
  await endResetLinks(tx, user.id, ctx.clock.now());
  await audit(ctx, tx, anonymous, {
    action: 'operator.access_restored',
    subject: { kind: 'user', id: user.id },
    details: { before: user.user_status, after: 100 },
  });
}

/**
 * The link with which an operator sets a password. The operator is created if there is none with this email. With
 * `removesTwoFactor`, an operator who lost their codes can log in with the password alone.
 */
export async function makeOperatorLink(
  ctx: Needs,
  email: string,
  { removesTwoFactor = false } = {},
): Promise<OperatorLink> {
  const made = await ctx.database.as({ role: 'system' }, async (tx): Promise<OperatorLink> => {
    await lockInstallation(tx);
    const user = await findUserByEmail(tx, email);
    if (user && user.role !== 'operator') return { outcome: 'taken', role: user.role };
    if (user) await restoreOperator(ctx, tx, user);
    if (user && removesTwoFactor)
      await forgetSecondFactor(ctx, tx, user.id, { actor: anonymous, details: { by: 'npm run create-operator' } });
    const userId = user?.id ?? (await storeOperator(ctx, tx, email));
    return {
      outcome: user ? 'restored' : 'created',
      link: await makeResetLink(ctx, tx, userId, linkLifeMs),
    };
  });
  if (made.outcome === 'restored') await forgetGuesses(ctx, { id: made.link.userId, email });
  return made;
}
