// A database that was once filled with the demo, or restored from one, has publicly known passwords and keys.
// Production doesn't start on it. They are found by address and hash, with the system role, since they belong to all
// brands.
import { sql } from 'kysely';
import { passwordFits } from './passwords/password.ts';
import { ConfigError, passwordCost } from './config.ts';
import type { Context } from './context.ts';
import { anonymous } from './platform/actor.ts';
import { audit } from './platform/audit.ts';
import type { Tx } from './platform/database/database.ts';
import {
  demoApiKeys,
  demoCreatorsDomain,
  demoInvitation,
  demoPassword,
  demoShopifySecret,
  demoStaffEmails,
} from './platform/demo.secrets.ts';
import { sha256 } from './platform/ids.ts';

type Needed = Pick<Context, 'database' | 'clock' | 'sealer'>;
type Found = {
  people: { id: string; email: string }[];
  apiKeys: { id: string; hint: string }[];
  webhookSecrets: { id: string }[];
  invitations: { id: string }[];
};

async function peopleOf(tx: Tx): Promise<Found['people']> {
  const rows = await tx
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select(['users.id', 'users.email', 'credentials.password_hash'])
    .where((where) =>
      where.or([where('users.email', 'like', `%${demoCreatorsDomain}`), where('users.email', 'in', demoStaffEmails)]),
    )
    .execute();
  const found: Found['people'] = [];
  // One after the other: only some hashes may wait at once.
  for (const { id, email, password_hash: hash } of rows)
    if (await passwordFits(demoPassword, hash, passwordCost)) found.push({ id, email });
  return found;
}

function isDemoWebhook({ sealer }: Needed, sealed: Buffer): boolean {
  try {
    return sealer.open(sealed) === demoShopifySecret;
  } catch {
    // Encrypted with another key, so this installation can't use it either.
    return false;
  }
}

async function find(needed: Needed, tx: Tx): Promise<Found> {
  const keyHashes = Object.values(demoApiKeys).map((key) => sha256(key));
  const webhooks = await tx
    .selectFrom('webhook_secrets')
    .select(['id', 'sealed'])
    .where('revoked_at', 'is', null)
    .execute();
  return {
    people: await peopleOf(tx),
    apiKeys: await tx
      .selectFrom('api_keys')
      .select(['id', 'hint'])
      .where('key_hash', 'in', keyHashes)
      .where('revoked_at', 'is', null)
      .execute(),
    webhookSecrets: webhooks.filter(({ sealed }) => isDemoWebhook(needed, sealed)),
    invitations: await tx
      .selectFrom('invitations')
      .select('id')
      .where('code_hash', '=', sha256(demoInvitation))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', needed.clock.now())
      .execute(),
  };
}

function linesOf({ people, apiKeys, webhookSecrets, invitations }: Found): string[] {
  return [
    ...people.map(({ email }) => `demo password of ${email}`),
    ...apiKeys.map(({ hint }) => `demo API key ${hint}`),
    ...webhookSecrets.map(() => 'demo Shopify secret'),
    ...invitations.map(() => 'demo invitation link'),
  ];
}

/** The demo's passwords and keys in the database, a line for each. */
export async function findDemoCredentials(needed: Needed): Promise<string[]> {
  return linesOf(await needed.database.as({ role: 'system' }, (tx) => find(needed, tx)));
}

/** Stops the start of a production node on a database with public credentials. */
export async function refuseDemoCredentials(needed: Needed): Promise<void> {
  const found = await findDemoCredentials(needed);
  if (found.length === 0) return;
  throw new ConfigError(
    [
      'The database contains demo passwords or keys, which are public:',
      ...found.map((line) => `  ${line}`),
      'Remove them with `npm run demo -- --remove` (all other data is kept), or use an empty database.',
    ].join('\n'),
  );
}

/** Removes the demo's passwords and keys and ends its sessions. Returns what was found. */
export async function removeDemoCredentials(needed: Needed): Promise<string[]> {
  return needed.database.as({ role: 'system' }, async (tx) => {
    const now = needed.clock.now();
    const found = await find(needed, tx);
    for (const { id } of found.people) {
      await tx.deleteFrom('credentials').where('user_id', '=', id).execute();
      const sessions = tx.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', id);
      await sessions.where('revoked_at', 'is', null).execute();
      const resets = tx.updateTable('password_resets').set({ used_at: now }).where('user_id', '=', id);
      await resets.where('used_at', 'is', null).execute();
      await audit(needed, tx, anonymous, { action: 'demo.removed', subject: { kind: 'user', id } });
    }
    const revoke = async (table: 'api_keys' | 'webhook_secrets' | 'invitations', ids: readonly { id: string }[]) => {
      for (const { id } of ids) {
        await sql`update ${sql.table(table)} set revoked_at = ${now} where id = ${id}`.execute(tx);
        await audit(needed, tx, anonymous, { action: 'demo.removed', subject: { kind: table, id } });
      }
    };
    await revoke('api_keys', found.apiKeys);
    await revoke('webhook_secrets', found.webhookSecrets);
    await revoke('invitations', found.invitations);
    return linesOf(found);
  });
}
