// The second half of a login. The ticket shows that the first factor was right; it works once, for ten minutes. Uses the
// system role, because no one is logged in yet.
import type { User } from '@vitrine/contract/accounts.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { finishLogin } from '@vitrine/contract/two-factor.ts';
import type { WaysOn } from '@vitrine/contract/two-factor.passkeys.ts';
import type { Context } from '../context.ts';
import { sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Browser } from '../sessions/browser.ts';
import { findLoginTicket, takeLoginTicket } from '../sessions/login.tickets.ts';
import { openConfirmed } from '../sessions/sessions.open.ts';
import { withFactor } from './factors.service.ts';
import { askFor } from './passkeys.answers.ts';

async function ownerOfTicket(ctx: Context, ticket: string) {
  const owner = await ctx.database.as({ role: 'system' }, (tx) => findLoginTicket(tx, sha256(ticket), ctx.clock.now()));
  if (!owner) throw new Refusal('login_expired');
  return owner;
}

export async function askPasskeyOfTicket(ctx: Context, ticket: string, home: string): Promise<WaysOn> {
  const owner = await ownerOfTicket(ctx, ticket);
  return askFor(ctx, owner.id, { home, askedFor: { what: 'login', secret: ticket } });
}

export async function finishLoginWith(
  ctx: Context,
  { ticket, code, passkey, home, ...browser }: BodyOf<typeof finishLogin> & { home: string } & Browser,
): Promise<{ token: string; user: User }> {
  const owner = await ownerOfTicket(ctx, ticket);
  const { deviceKey } = browser;
  const given = { code, passkey, home, askedFor: { what: 'login' as const, secret: ticket }, deviceKey };
  await withFactor(ctx, owner, given, async (tx) => {
    if (!(await takeLoginTicket(tx, sha256(ticket), ctx.clock.now()))) throw new Refusal('login_expired');
  });
  const role = owner.role === 'creator' || owner.role === 'brand' ? owner.role : 'operator';
  return openConfirmed(ctx, { id: owner.id, role }, browser);
}
