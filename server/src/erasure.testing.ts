import { sql } from 'kysely';
import type { Tx } from './platform/database/database.ts';
import { newId } from './platform/ids.ts';
import type { World } from '../world/world.ts';
import { plantTakedowns } from './takedowns/takedowns.erasure.testing.ts';

/** Where a string was planted → the string. Each occurs nowhere else. */
export type Planted = Map<string, string>;

/** Everything in the database as text, bytes as hexadecimal digits. */
export async function dumpOf(world: World): Promise<string> {
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    const tables = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'migrations'`.execute(tx);
    const parts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(tx);
      parts.push(...rows.map(({ row }) => row));
    }
    return parts.join('\n');
  });
}

/** The names of the planted strings that the text contains, as they are or as bytes. */
export function foundIn(text: string, planted: Planted): string[] {
  return [...planted]
    .filter(([, value]) => text.includes(value) || text.includes(Buffer.from(value).toString('hex')))
    .map(([name]) => name);
}

/** Plants personal data of Ava wherever the product stores any. */
export async function plantPerson(world: World): Promise<Planted> {
  const planted: Planted = new Map();
  const mark = (name: string) => {
    const value = `zq${planted.size}${name.replaceAll(/\W/g, '')}qz`;
    planted.set(name, value);
    return value;
  };
  const bytes = (name: string) => Buffer.from(mark(name));
  const at = world.clock.now();
  await world.ctx.database.as({ role: 'redirect' }, (tx) => sql`select prepare_hits(${at})`.execute(tx));
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await plantAccount(world, tx, mark, bytes);
    await plantStorefront(world, tx, mark);
    await plantMoney(world, tx, mark, bytes);
    await plantTalk(world, tx, mark);
    await plantTakedowns(world, tx, mark);
    await plantTraces(world, tx, mark, bytes);
  });
  return planted;
}

type Mark = (name: string) => string;
type Bytes = (name: string) => Buffer;

async function plantAccount(world: World, tx: Tx, mark: Mark, bytes: Bytes): Promise<void> {
  const { ava: id, operator } = world.people.users;
  const at = world.clock.now();
  const handle = mark('handle').toLowerCase();
  const name = `Ava ${mark('name')}`;
  await tx
    .updateTable('users')
    .set({ email: `${mark('email')}@creators.test`, display_name: name, user_handle: handle, avatar: mark('avatar') })
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('handle_history')
    .values({ user_handle: mark('former handle').toLowerCase(), user_id: id, changed_at: at })
    .execute();
  await tx
    .insertInto('email_changes')
    .values({
      token_hash: bytes('email link'),
      user_id: id,
      new_email: `${mark('new email')}@creators.test`,
      created_at: at,
      expires_at: at,
      used_at: null,
    })
    .execute();
  await tx
    .insertInto('identities')
    .values({ provider: 'google', subject: mark('identity'), user_id: id, linked_at: at })
    .execute();
  await tx
    .updateTable('sessions')
    .set({ device: mark('user agent'), address_prefix: mark('address') })
    .where('user_id', '=', id)
    .execute();
  const device = { user_id: id, device_hash: bytes('device'), last_seen_at: at };
  await tx.insertInto('known_devices').values(device).execute();
  await tx
    .updateTable('credentials')
    .set({ password_hash: mark('password hash') })
    .where('user_id', '=', id)
    .execute();
  const picture = { id: newId(at), code: 'p'.repeat(22), owner_id: id, merchant_id: null, purpose: 'avatar' };
  await tx
    .insertInto('pictures')
    .values({ ...picture, width: 1, height: 1, bytes: bytes('picture'), created_at: at })
    .execute();
  await tx
    .insertInto('link_handovers')
    .values({
      id: newId(at),
      user_id: id,
      operator_id: operator,
      kind: 'invitation',
      reason: mark('handover reason'),
      handed_over_at: at,
      seen_at: null,
    })
    .execute();
  const session = await tx.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow();
  await tx
    .insertInto('impersonation_grants')
    .values({
      code_hash: Buffer.from('a grant'),
      operator_id: operator,
      session_id: session.id,
      target_id: id,
      mode: 'view',
      reason: mark('grant reason'),
      ticket: mark('grant ticket'),
      created_at: at,
      expires_at: at,
      used_at: null,
    })
    .execute();
}

async function plantStorefront(world: World, tx: Tx, mark: Mark): Promise<void> {
  const { ava: creator_id } = world.people.users;
  await tx
    .updateTable('placements')
    .set({ title: mark('placement title'), note: mark('note') })
    .where('creator_id', '=', creator_id)
    .execute();
  await tx
    .updateTable('links')
    .set({ title: mark('link title'), destination: `https://shop.glowlab.example/?utm=${mark('destination')}` })
    .where('creator_id', '=', creator_id)
    .execute();
  const account = { merchant_id: world.people.merchants.glow, merchant_account_id: world.people.accounts.avaGlow };
  const at = world.clock.now();
  const texts = { title: mark('storefront title'), bio: mark('bio'), banner: mark('banner') };
  await tx.deleteFrom('storefronts').where('creator_id', '=', creator_id).execute();
  await tx
    .insertInto('storefronts')
    .values({ ...account, creator_id, ...texts, updated_at: at })
    .execute();
  const collection = { id: newId(at), title: mark('collection'), position: 9, created_at: at };
  await tx
    .insertInto('collections')
    .values({ ...account, creator_id, ...collection, hidden_at: null, removed_at: null })
    .execute();
  await tx
    .insertInto('posts')
    .values({
      ...account,
      creator_id,
      id: newId(at),
      title: mark('post'),
      caption: mark('caption'),
      position: 1,
      created_at: at,
      hidden_at: null,
      removed_at: null,
    })
    .execute();
}

async function plantMoney(world: World, tx: Tx, mark: Mark, bytes: Bytes): Promise<void> {
  const { ava: creator_id } = world.people.users;
  const at = world.clock.now();
  await tx
    .insertInto('payout_methods')
    .values({
      creator_id,
      id: newId(at),
      kind: 'bank',
      hint: mark('bank hint'),
      sealed: bytes('bank details'),
      created_at: at,
      usable_from: at,
      replaced_at: null,
      holder: mark('account holder'),
      country: 'FR',
    })
    .execute();
  await tx
    .insertInto('payouts')
    .values({
      merchant_id: world.people.merchants.glow,
      merchant_account_id: world.people.accounts.avaGlow,
      creator_id,
      id: newId(at),
      amount: 1n,
      currency: 'USD',
      state: 'failed',
      requested_at: at,
      failure: mark('payout failure'),
      hint: mark('payout hint'),
      sealed: bytes('payout details'),
    })
    .execute();
  const connection = newId(at);
  await tx
    .insertInto('social_connections')
    .values({
      creator_id,
      id: connection,
      platform: 'instagram',
      backend_name: 'instagram',
      external_id: mark('social id'),
      handle: mark('social handle'),
      sealed_tokens: bytes('social tokens'),
      state: 'connected',
      connected_at: at,
      token_expires_at: null,
      failure: null,
      last_refreshed_at: null,
      next_attempt_at: null,
    })
    .execute();
}

async function plantTalk(world: World, tx: Tx, mark: Mark): Promise<void> {
  const { ava: creator_id } = world.people.users;
  const { avaGlow } = world.people.accounts;
  const at = world.clock.now();
  const place = { merchant_id: world.people.merchants.glow, thread_id: avaGlow, creator_id, sender_id: creator_id };
  await tx
    .insertInto('messages')
    .values({
      ...place,
      seq: 1_000n,
      side: 'creator',
      client_id: crypto.randomUUID(),
      body: mark('message'),
      attachments: JSON.stringify([{ path: mark('attachment') }]),
      created_at: at,
    })
    .execute();
  await tx
    .insertInto('tickets')
    .values({
      id: newId(at),
      user_id: creator_id,
      kind: 'help',
      subject: mark('ticket subject'),
      body: mark('ticket'),
      context: JSON.stringify({ page: mark('ticket context') }),
      answer: mark('answer'),
      created_at: at,
      answered_at: at,
    })
    .execute();
  const name = (
    await tx.selectFrom('users').select('display_name').where('id', '=', creator_id).executeTakeFirstOrThrow()
  ).display_name;
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', creator_id).executeTakeFirstOrThrow();
  const mail = { kind: 'message', created_at: at, sent_at: at, failed_at: null, failure: null, next_attempt_at: null };
  await tx
    .insertInto('mails')
    .values([
      {
        ...mail,
        id: newId(at),
        recipient: email,
        subject: mark('mail subject'),
        text: mark('mail text'),
        html: mark('mail html'),
      },
      {
        ...mail,
        id: newId(at),
        recipient: 'brand@glow.test',
        subject: 'A message',
        text: `${name} wrote: ${mark('quoted message')}`,
        html: '',
      },
      {
        ...mail,
        id: newId(at),
        sent_at: null,
        recipient: 'brand@glow.test',
        subject: `${name} wrote`,
        text: mark('unsent mail'),
        html: '',
      },
    ])
    .execute();
}

async function plantTraces(world: World, tx: Tx, mark: Mark, bytes: Bytes): Promise<void> {
  const { ava: id } = world.people.users;
  const at = world.clock.now();
  const browser = bytes('browser');
  await tx.insertInto('creator_browsers').values({ user_id: id, browser, seen_at: at }).execute();
  const link = await tx.selectFrom('links').selectAll().where('creator_id', '=', id).limit(1).executeTakeFirstOrThrow();
  await tx
    .insertInto('hits')
    .values({
      id: newId(at),
      at,
      merchant_id: link.merchant_id,
      merchant_account_id: link.merchant_account_id,
      creator_id: id,
      link_id: link.id,
      class: 'self',
      reason: 'own_browser',
      counted: false,
      rules_version: 1,
      method: 'GET',
      own_user_agent: mark('agent of a visit'),
      own_language: mark('language'),
      own_referrer: mark('referrer'),
      address_prefix: mark('network of a visit'),
      address: bytes('address of a visit'),
      visitor: Buffer.alloc(16),
      browser,
      node: 'node-1',
      browser_mark: 'signed',
    })
    .execute();
  await sql`select record_audit(${at}, ${id}::uuid, null, null, 'profile.changed', 'user', ${id},
    ${JSON.stringify({ about: mark('security log') })}::jsonb, '')`.execute(tx);
  const former = `${mark('former email')}@creators.test`;
  await sql`select record_audit(${at}, ${id}::uuid, null, null, 'email.changed', 'user', ${id},
    ${JSON.stringify({ about: `${former} → another` })}::jsonb, '')`.execute(tx);
  await tx
    .insertInto('reset_requests')
    .values({ id: newId(at), email: former, requested_at: at })
    .execute();
  await tx
    .insertInto('idempotency_keys')
    .values({
      principal: `user:${id}`,
      key: mark('request key'),
      request_hash: Buffer.alloc(1),
      status: 200,
      answer: mark('stored answer'),
      created_at: at,
    })
    .execute();
  await tx
    .insertInto('events')
    .values({
      at,
      audience_user: id,
      audience_merchant: null,
      kind: 'user-update',
      payload: JSON.stringify({ text: mark('event') }),
    })
    .execute();
  await tx
    .insertInto('invitations')
    .values({
      merchant_id: world.people.merchants.glow,
      id: newId(at),
      code_hash: Buffer.from('an invitation'),
      hint: 'abcd',
      email: former,
      note: mark('invitation note'),
      terms_version: null,
      created_by: null,
      created_at: at,
      expires_at: at,
      revoked_at: null,
    })
    .execute();
}
