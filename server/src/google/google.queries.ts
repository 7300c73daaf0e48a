import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertOpenIdFlow(tx: Tx, flow: Insertable<Tables['openid_flows']>): Promise<void> {
  await tx.insertInto('openid_flows').values(flow).execute();
}

/** Uses up a flow, if the browser has its secret and the right state. */
export function takeOpenIdFlow(
  tx: Tx,
  flow: { flowHash: Buffer; stateHash: Buffer; intents: readonly string[] },
  now: Date,
) {
  return tx
    .updateTable('openid_flows')
    .set({ used_at: now })
    .where('flow_hash', '=', flow.flowHash)
    .where('state_hash', '=', flow.stateHash)
    .where('intent', 'in', flow.intents)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('sealed')
    .executeTakeFirst();
}

export async function insertOpenIdTicket(tx: Tx, ticket: Insertable<Tables['openid_tickets']>): Promise<void> {
  await tx.insertInto('openid_tickets').values(ticket).execute();
}

export function useTicket(tx: Tx, ticketHash: Buffer, now: Date) {
  return tx
    .updateTable('openid_tickets')
    .set({ used_at: now })
    .where('ticket_hash', '=', ticketHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('sealed')
    .executeTakeFirst();
}

/** The user of an identity, found by provider and subject, never by email. */
export function findByIdentity(tx: Tx, provider: string, subject: string) {
  return tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.role'])
    .where('identities.provider', '=', provider)
    .where('identities.subject', '=', subject)
    .executeTakeFirst();
}

/** When a user connected an account of this provider, if they did. */
export function findIdentityOf(tx: Tx, userId: string) {
  return tx.selectFrom('identities').select('linked_at').where('user_id', '=', userId).executeTakeFirst();
}

/** Returns whether there was anything to disconnect. */
export async function deleteIdentities(tx: Tx, userId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('identities').where('user_id', '=', userId).returning('subject').execute();
  return gone.length > 0;
}

/** Returns false if the identity belongs to another user, or the user already has one of this provider. */
export async function insertIdentity(tx: Tx, identity: Insertable<Tables['identities']>): Promise<boolean> {
  const added = await tx
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Deletes expired flows and tickets. */
export async function forgetOldFlows(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('openid_flows').where('expires_at', '<', before).execute();
  await tx.deleteFrom('openid_tickets').where('expires_at', '<', before).execute();
}
