import { randomUUID } from 'node:crypto';
import { type BrandRole, brandRole } from '@vitrine/contract/values/brand-roles.ts';
import { importProducts } from '@vitrine/contract/catalogue.ts';
import { draftsForCalls, startDraft } from './src/announcements/drafts.testing.ts';
import type { Principal } from '@vitrine/contract/endpoint.ts';
import { idsOfApplications, waitingApplication } from './src/applications/authorization.testing.ts';
import { addInvitation } from './src/invitations/invitations.service.ts';
import { testWebhookEndpoint } from '@vitrine/contract/webhooks.ts';
import { openDelivery, openPrivacyRequest, openShopSync } from './src/shops/authorization.testing.ts';
import { logDelivery } from './src/deliveries/delivery.log.ts';
import { casesOf, casesToAnswer } from './src/claims/authorization.testing.ts';
import { subscriptionOf } from './src/notifications/push.testing.ts';
import { givePayout, proofsOf } from './src/payouts/authorization.testing.ts';
import { addPushDevice } from '@vitrine/contract/notifications.push.ts';
import { listSessions, me } from '@vitrine/contract/sessions.ts';
import { enterSocialFigures } from '@vitrine/contract/social.ts';
import { waitingHost } from './src/merchants/authorization.testing.ts';
import { addStaff } from './src/merchants/merchants.service.ts';
import { answerableTakedown, idsOfReports } from './src/takedowns/authorization.testing.ts';
import { pauseToObject, suspensionsForOperator } from './src/suspensions/authorization.testing.ts';
import { rosterIds } from './src/roster/authorization.testing.ts';
import { openEndpoint } from './src/webhooks/webhooks.testing.ts';
import { createUser } from './src/passwords/passwords.service.ts';
import { addSubjects } from './authorization.subjects.testing.ts';
import { idsOfOperator, sessionOf } from './authorization.testing.ts';
import type { Client } from './world/client.ts';
import { demoPassword } from './world/people.ts';
import { granted } from './world/shelves.ts';
import { type World } from './world/world.ts';

// The callers of the access matrix, and what belongs to each.

export type Ids = Record<string, string>;
export type Caller = {
  name: string;
  principal: Principal | 'dead';
  active: boolean;
  client: Client;
  own: Ids;
  foreign: Ids;
  /** At the brand, of its staff. */
  role?: BrandRole;
};

/** Ids that don't exist. */
export const missing: Ids = new Proxy({}, { get: () => randomUUID() });

/** An open link that can be used many times, and an invitation that can be revoked. */
async function invitationIds(world: World, merchantId: string): Promise<Ids> {
  const code = randomUUID();
  const wanted = { by: 'link', reusable: true, expires_in_days: 7, note: '' } as const;
  await addInvitation(world.ctx, merchantId, { ...wanted, code });
  const spare = await addInvitation(world.ctx, merchantId, wanted);
  return { code, invitation_id: spare.invitation.id };
}

/** An endpoint for webhooks with one event in its log. */
async function webhookIds(client: Client, merchant: string): Promise<Ids> {
  const { params } = await openEndpoint(client, merchant, 'https://hooks.example/', ['order.decided']);
  return { ...params, outgoing_id: granted(await client.call(testWebhookEndpoint, { params })).id };
}

/** An import of one product, which can be undone. */
async function importId(world: World, merchantId: string): Promise<string> {
  const isGlow = merchantId === world.people.merchants.glow;
  const staff = await world.signIn(isGlow ? 'brand@glow.test' : 'brand@northwind.test');
  const shop = isGlow ? 'https://shop.glowlab.example' : 'https://northwind.example';
  const csv = `sku,title,url,price\nspare,Spare,${shop}/spare,1.00`;
  const done = granted(
    await staff.call(importProducts, { params: { merchant: merchantId }, body: { source: 'csv', csv } }),
  );
  return done.id ?? '';
}

/** A second browser of a user, which gets push notifications. */
async function spareSession(world: World, person: Client): Promise<Ids> {
  const { email } = granted(await person.call(me));
  const spare = await world.signIn(email);
  const { id } = granted(await spare.call(addPushDevice, { body: subscriptionOf(randomUUID()) }));
  const sessions = granted(await spare.call(listSessions));
  return { session_id: sessions.find((entry) => entry.current)?.id ?? '', device_id: id };
}

/** A linked account and a second browser of a creator. */
async function belongings(world: World, email: string): Promise<Ids> {
  const creator = await world.signIn(email);
  const figures = { platform: 'youtube', handle: 'somebody', day: '2026-11-19', followers: 5 } as const;
  const { id } = granted(await creator.call(enterSocialFigures, { body: figures }));
  return { connection_id: id, ...(await spareSession(world, creator)) };
}

/** The two commissions of an order, which are on hold: one to release, one to decline. */
async function heldIds(world: World, orderId: string): Promise<Ids> {
  const [first, second] = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('commissions').select('id').where('order_id', '=', orderId).orderBy('line_id').execute(),
  );
  return { commission_id: first?.id ?? '', 'declineCommission.commission_id': second?.id ?? '' };
}

/** What a brand's staff make in the console. */
async function madeByStaff(world: World, merchantId: string): Promise<Ids> {
  const isGlow = merchantId === world.people.merchants.glow;
  const owner = await world.signIn(isGlow ? 'brand@glow.test' : 'brand@northwind.test');
  return {
    ...(await idsOfApplications(world, merchantId, owner)),
    ...(await invitationIds(world, merchantId)),
    ...(await webhookIds(owner, merchantId)),
    import_id: await importId(world, merchantId),
    draft_id: (await startDraft(await world.signIn(isGlow ? 'brand@glow.test' : 'brand@northwind.test'), merchantId))
      .id,
    request_id: await openPrivacyRequest(world, merchantId),
    review_id: await waitingHost(world, merchantId),
  };
}

async function idsOf(world: World, merchantId: string, accountId: string): Promise<Ids> {
  const made = { ...(await madeByStaff(world, merchantId)), ...(await casesOf(world, merchantId, accountId)) };
  const { uid } = await colleague(world, merchantId, 'support');
  return world.ctx.database.as({ role: 'system' }, async (tx) => ({
    ...made,
    delivery_id: await logDelivery(tx, {
      merchantId,
      source: 'shopify',
      webhookId: randomUUID(),
      topic: 'orders/paid',
      orderId: null,
      requestId: randomUUID(),
      at: world.clock.now(),
    }),
    handle: 'somebody_new',
    uid,
    'endShopCode.code': merchantId === world.people.merchants.glow ? 'SPAREGLOW' : 'SPARENORTH',
    merchant: merchantId,
    merchant_id: merchantId,
    merchant_account_id: accountId,
    placement_id: (
      await tx
        .selectFrom('placements')
        .select('id')
        .where('merchant_account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).id,
    collection_id: (
      await tx
        .selectFrom('collections')
        .select('id')
        .where('merchant_account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).id,
    link_id: (
      await tx.selectFrom('links').select('id').where('merchant_account_id', '=', accountId).executeTakeFirstOrThrow()
    ).id,
    product_id: (
      await tx.selectFrom('products').select('id').where('merchant_id', '=', merchantId).executeTakeFirstOrThrow()
    ).id,
    api_key_id: (
      await tx
        .selectFrom('api_keys')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .where('name', '=', 'Spare')
        .executeTakeFirstOrThrow()
    ).id,
    kind: 'shopify',
    secret_id: (
      await tx
        .selectFrom('webhook_secrets')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .executeTakeFirstOrThrow()
    ).id,
    ticket_id: (await tx.selectFrom('tickets').select('id').orderBy('id').executeTakeFirstOrThrow()).id,
    announcement_id: (
      await tx.selectFrom('announcements').select('id').where('merchant_id', '=', merchantId).executeTakeFirstOrThrow()
    ).id,
    payout_id: await givePayout(world, merchantId, accountId, 'requested'),
    'cancelPayout.payout_id': await givePayout(world, merchantId, accountId, 'requested'),
    'failPayout.payout_id': await givePayout(world, merchantId, accountId, 'requested'),
    'sendPayout.payout_id': await givePayout(world, merchantId, accountId, 'approved'),
    'payPayout.payout_id': await givePayout(world, merchantId, accountId, 'approved'),
    payout_method_id: randomUUID(),
    month: world.clock.now().toISOString().slice(0, 7),
    order_id: (
      await tx
        .selectFrom('orders')
        .select('order_id')
        .where('merchant_id', '=', merchantId)
        .orderBy('order_id')
        .executeTakeFirstOrThrow()
    ).order_id,
    'changeOrder.order_id': `change-${merchantId}`,
    'cancelOrder.order_id': `cancel-${merchantId}`,
  }));
}

/** Somebody of a brand's staff. */
async function colleague(world: World, merchantId: string, role: BrandRole): Promise<{ email: string; uid: string }> {
  const email = `${role}-${randomUUID().slice(0, 8)}@staff.test`;
  const id = await createUser(world.ctx, { email, password: demoPassword, role: 'brand', displayName: `One ${role}` });
  await addStaff(world.ctx, merchantId, id, role);
  const { uid } = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('uid').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return { email, uid };
}

/** The staff of Glow Lab in every role but owner, each with two commissions on hold to decide. */
async function staffOfGlow(world: World, owner: Client, glow: Ids, foreign: Ids): Promise<Caller[]> {
  const { glow: merchantId } = world.people.merchants;
  const callers: Caller[] = [];
  for (const role of brandRole.options.filter((each) => each !== 'owner')) {
    const { email } = await colleague(world, merchantId, role);
    const member = await world.signIn(email);
    const held = await heldIds(world, `G-${role}`);
    const own = { ...glow, ...held, ...(await staffIds(world, member, owner, merchantId)) };
    callers.push({ name: `${role} of Glow Lab`, principal: 'brand', role, active: true, client: member, own, foreign });
  }
  return callers;
}

async function answerable(world: World, owner: Client, merchantId?: string): Promise<Ids> {
  return { 'sendCounterNotice.takedown_id': await answerableTakedown(world, owner, merchantId) };
}

/** A creator's own, and the commission of this order. */
async function creatorsIds(world: World, client: Client, email: string, order: string): Promise<Ids> {
  const held = await heldIds(world, order);
  const { merchants, accounts } = world.people;
  const pause =
    order === 'G-1'
      ? await pauseToObject(world, merchants.glow, accounts.avaGlow)
      : await pauseToObject(world, merchants.northwind, accounts.noorNorthwind);
  return { ...held, ...pause, ...(await belongings(world, email)), ...(await answerable(world, client)) };
}

/** What somebody of the staff acts on; an owner makes what not every role can. */
async function staffIds(world: World, client: Client, owner: Client, merchant: string): Promise<Ids> {
  const { endpoint_id: spare = '' } = await webhookIds(owner, merchant);
  await openShopSync(world, merchant);
  const { merchants, accounts } = world.people;
  const account = merchant === merchants.glow ? accounts.avaGlow : accounts.noorNorthwind;
  return {
    'decideApplication.application_id': (await waitingApplication(world, merchant)).id,
    ...(await proofsOf(client, false)),
    ...(await spareSession(world, client)),
    ...(await answerable(world, client, merchant)),
    ...(await rosterIds(world, client, owner, merchant)),
    ...(await casesToAnswer(world, merchant, account)),
    'readDeliveryBody.delivery_id': await openDelivery(world, merchant),
    'replayIncomingDelivery.delivery_id': await openDelivery(world, merchant),
    'fixDelivery.delivery_id': await openDelivery(world, merchant),
    'dismissDelivery.delivery_id': await openDelivery(world, merchant),
    'deleteWebhookEndpoint.endpoint_id': spare,
    'cancelBrandReview.review_id': await waitingHost(world, merchant),
    ...(await draftsForCalls(owner, merchant)),
    'removeStaff.uid': (await colleague(world, merchant, 'support')).uid,
  };
}

async function operatorsIds(world: World, client: Client): Promise<Ids> {
  const own = await idsOfOperator(world);
  return {
    ...own,
    ...(await idsOfReports(world)),
    'approveBrandReview.review_id': await waitingHost(world, own['merchant_id'] ?? ''),
    'refuseBrandReview.review_id': await waitingHost(world, own['merchant_id'] ?? ''),
    ...(await suspensionsForOperator(world, client)),
    ...(await proofsOf(client, false)),
    ...(await spareSession(world, client)),
  };
}

/** Every kind of caller, with ids of their own and of others. */
export async function assembleCallers(world: World): Promise<Caller[]> {
  const { users, merchants, accounts } = world.people;
  const glowShop = world.shop('vtk_demo_glow_lab');
  const northwindShop = world.shop('vtk_demo_northwind');
  await addSubjects(world, glowShop, northwindShop);
  const [ava, noor] = [await world.signIn('ava@creators.test'), await world.signIn('noor@creators.test')];
  const glowStaff = await world.signIn('brand@glow.test');
  const northwindStaff = await world.signIn('brand@northwind.test');
  const glow = {
    ...(await idsOf(world, merchants.glow, accounts.avaGlow)),
    ...(await creatorsIds(world, ava, 'ava@creators.test', 'G-1')),
  };
  const northwind = {
    ...(await idsOf(world, merchants.northwind, accounts.noorNorthwind)),
    ...(await creatorsIds(world, noor, 'noor@creators.test', 'N-1')),
  };
  const caller = (
    name: string,
    principal: Caller['principal'],
    of: Client,
    own: Ids,
    foreign: Ids,
    active = true,
  ): Caller => ({ name, principal, active, client: of, own, foreign });
  const operator = await world.signIn('operator@vitrine.test');
  return [
    caller('anonymous', 'anonymous', world.anonymous, glow, northwind),
    caller('creator of Glow Lab', 'creator', ava, { ...glow, ...(await proofsOf(ava, true)) }, northwind),
    caller('creator of Northwind', 'creator', noor, { ...northwind, ...(await proofsOf(noor, true)) }, glow),
    caller(
      'creator whose status is not 100',
      'creator',
      await world.signIn('max@creators.test'),
      glow,
      northwind,
      false,
    ),
    caller(
      'owner of Glow Lab',
      'brand',
      glowStaff,
      { ...glow, ...(await staffIds(world, glowStaff, glowStaff, merchants.glow)) },
      northwind,
    ),
    caller(
      'owner of Northwind',
      'brand',
      northwindStaff,
      { ...northwind, ...(await staffIds(world, northwindStaff, northwindStaff, merchants.northwind)) },
      glow,
    ),
    ...(await staffOfGlow(world, glowStaff, glow, northwind)),
    // An operator has access to everything in the installation.
    caller(
      'operator',
      'operator',
      operator,
      {
        ...glow,
        ...(await operatorsIds(world, operator)),
        'explainOrderOfBrand.merchant_id': merchants.glow,
      },
      missing,
    ),
    caller('shop of Glow Lab', 'shop', glowShop, glow, northwind),
    caller('shop of Northwind', 'shop', northwindShop, northwind, glow),
    caller('revoked token', 'dead', await sessionOf(world, users.ava, { revoked: true }), glow, northwind),
    caller('expired token', 'dead', await sessionOf(world, users.ava, { expired: true }), glow, northwind),
  ];
}
