// Connecting Google in addition to a password. Both connecting and disconnecting require the password, so nobody can
// remove their only way to log in. Uses the system role, because identities are in no scope.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { disconnectGoogle, finishGoogleConnection, startGoogleConnection } from '@vitrine/contract/google.ts';
import { accessOwnAccount } from '../accounts/accounts.access.ts';
import { noteChange } from '../accounts/accounts.changes.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { googleMail } from './google.mails.ts';
import { deleteIdentities, findIdentityOf, insertIdentity } from './google.queries.ts';
import { finishFlow, startFlow } from './google.service.ts';

/** When a user connected Google, if they did. */
export async function connectedAt(tx: Tx, userId: string): Promise<Date | undefined> {
  return (await findIdentityOf(tx, userId))?.linked_at;
}

export async function startIdentityConnection(
  ctx: Context,
  actor: Actor,
  from: string,
): Promise<DataOf<typeof startGoogleConnection>> {
  const { userId } = accessOwnAccount(actor);
  return startFlow(ctx, { intent: 'connect', page: 'settings', from, userId });
}

export async function finishIdentityConnection(
  ctx: Context,
  actor: Actor,
  input: BodyOf<typeof finishGoogleConnection>,
): Promise<DataOf<typeof finishGoogleConnection>> {
  const person = accessOwnAccount(actor);
  const { identified, userId } = await finishFlow(ctx, input, ['connect']);
  if (userId !== person.userId) throw new Refusal('sign_in_refused');
  const { provider, subject, email } = identified;
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const identity = { provider, subject, user_id: person.userId, linked_at: ctx.clock.now() };
    if (!(await insertIdentity(tx, identity))) throw new Refusal('google_taken');
    const user = await findUser(tx, person.userId);
    if (!user) throw new Refusal('unauthenticated');
    const url = `${ctx.config.publicUrl}/settings#sign-in`;
    await notifyOfSecurity(ctx, tx, person.userId, 'google_connected');
    await queueMail(ctx, tx, googleMail(readerOf(user), { isConnected: true, url }));
    await noteChange(ctx, tx, person, { action: 'google.connected', ...(email === null ? {} : { about: email }) });
  });
  return { connected: true };
}

export async function disconnectIdentity(ctx: Context, actor: Actor): Promise<DataOf<typeof disconnectGoogle>> {
  const person = accessOwnAccount(actor);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await findUser(tx, person.userId);
    if (!user || !(await deleteIdentities(tx, person.userId))) return;
    const url = `${ctx.config.publicUrl}/settings#sign-in`;
    await notifyOfSecurity(ctx, tx, person.userId, 'google_disconnected');
    await queueMail(ctx, tx, googleMail(readerOf(user), { isConnected: false, url }));
    await noteChange(ctx, tx, person, { action: 'google.disconnected' });
  });
  return { connected: false };
}
