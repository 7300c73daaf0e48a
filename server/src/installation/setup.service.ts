// The first operator. While nobody can log in as an operator, each start of the API prints an address with a code that
// creates one. Only the code's hash is stored. Once there is an operator, no code works any more. Uses the system role,
// because no scope may create operators.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { setUp } from '@vitrine/contract/installation.ts';
import { addUser } from '../accounts/accounts.service.ts';
import { findUserByEmail } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { publicFactsOf, weakPassword } from '../passwords/password.rules.ts';
import { hashPassword } from '../passwords/password.ts';
import { givePassword } from '../passwords/passwords.service.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { languageOfBrowser, timeZoneOfBrowser } from '../platform/browser.locale.ts';
import type { Tx } from '../platform/database/database.ts';
import { newSecret, sha256 } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { variantOfHost } from '../platform/variants/variants.ts';
import type { Browser } from '../sessions/browser.ts';
import { openFor } from '../sessions/sessions.open.ts';
import {
  endSetupCodes,
  findInstallation,
  findSetupCode,
  hasOperator,
  insertSetupCode,
  lockInstallation,
  markSetUp,
} from './installation.queries.ts';

const codeLifeMs = 24 * 3_600_000;

/** A new code for the setup page, if there is no operator. Codes of earlier starts stay valid until they expire. */
export async function offerSetup(ctx: Pick<Context, 'clock' | 'database'>): Promise<string | undefined> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    if (await hasOperator(tx)) return undefined;
    const code = newSecret('vto');
    const now = ctx.clock.now();
    await insertSetupCode(tx, sha256(code), now, new Date(now.getTime() + codeLifeMs));
    return code;
  });
}

const deadMessage =
  'This setup link was already used, has expired, or is not complete. To get a new one, restart the server. If there is already an operator, run npm run create-operator -- --email <email> instead.';

/** A request that comes this soon after the setup was made at the same moment as it. */
const sameMomentMs = 5_000;

/** Refuses a code that can't create the first operator. `startedAt` is when the call began. */
async function requireSetupCode(tx: Tx, code: string, startedAt: Date): Promise<void> {
  const found = await findSetupCode(tx, sha256(code));
  const isDead = found?.used_at !== null || (await hasOperator(tx));
  // Read last: a caller that sees the new operator also sees when it was set up.
  const { set_up_at: setUpAt } = await findInstallation(tx);
  if (!found || found.expires_at <= startedAt) throw new Refusal('setup_code_dead', { message: deadMessage });
  if (setUpAt !== null && startedAt.getTime() - setUpAt.getTime() < sameMomentMs)
    throw new Refusal('setup_done', {
      message: 'Someone else set up this installation just now. Ask them for an account, or log in if it was you.',
    });
  if (isDead) throw new Refusal('setup_code_dead', { message: deadMessage });
}

type Wanted = BodyOf<typeof setUp>;

async function storeFirstOperator(
  ctx: Context,
  tx: Tx,
  wanted: Wanted,
  { passwordHash, startedAt, home }: { passwordHash: string; startedAt: Date; home: string },
): Promise<string> {
  await lockInstallation(tx);
  await requireSetupCode(tx, wanted.code, startedAt);
  if (await findUserByEmail(tx, wanted.email))
    throw invalid('email', 'already belongs to another account; use another address');
  const userId = await addUser(ctx, tx, {
    email: wanted.email,
    role: 'operator',
    displayName: wanted.name,
    timeZone: timeZoneOfBrowser(wanted.time_zone),
    locale: languageOfBrowser(wanted.locale),
    project: variantOfHost(ctx.config.variants, new URL(home).host).key,
  });
  await givePassword(ctx, tx, userId, passwordHash);
  const now = ctx.clock.now();
  await endSetupCodes(tx, now);
  await markSetUp(tx, userId, now);
  await audit(ctx, tx, anonymous, { action: 'installation.set_up', subject: { kind: 'user', id: userId } });
  return userId;
}

/** Creates the first operator and logs them in. Of several at the same moment, one succeeds. */
export async function setUpWith(
  ctx: Context,
  wanted: Wanted,
  browser: Browser,
  home: string,
): Promise<DataOf<typeof setUp>> {
  const startedAt = ctx.clock.now();
  await ctx.database.as({ role: 'system' }, (tx) => requireSetupCode(tx, wanted.code, startedAt));
  const facts = publicFactsOf({ display_name: wanted.name, email: wanted.email, user_handle: null });
  const weak = weakPassword(wanted.password, { facts, brands: [] });
  if (weak) throw weak;
  const passwordHash = await hashPassword(wanted.password, ctx.config.passwordCost);
  const userId = await ctx.database.as({ role: 'system' }, (tx) =>
    storeFirstOperator(ctx, tx, wanted, { passwordHash, startedAt, home }),
  );
  return openFor(ctx, { id: userId, role: 'operator' }, browser);
}
