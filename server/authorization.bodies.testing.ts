import { randomUUID } from 'node:crypto';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { demoPassword } from './world/people.ts';
import { suspensionBodies } from './src/suspensions/authorization.testing.ts';
import { rosterBodies } from './src/roster/authorization.testing.ts';
import { subscriptionOf } from './src/notifications/push.testing.ts';
import { counterNotice } from './src/takedowns/authorization.testing.ts';
import { bank } from './src/payouts/authorization.testing.ts';
import type { World } from './world/world.ts';
import type { Ids } from './authorization.callers.testing.ts';

// Valid bodies of each call of the access matrix for its permitted callers.

const anAppearance = { title: 'changed', bio: '', banner: null, accent: '#1c5940', layout: 'list', scheme: 'auto' };

/** Calls about money and logins; `callAs` adds the proof. */
function sensitiveBodies(world: World, ids: Ids): Record<string, unknown> {
  return {
    setPayoutMethod: bank,
    refuseBrandReview: { reason: 'A call of the access matrix' },
    approvePayouts: { payout_ids: [ids['payout_id']] },
    giveAdjustments: {
      kind: 'bonus',
      reason: 'A call of the access matrix',
      rows: [{ creator: ids['merchant'] === world.people.merchants.glow ? 'ava' : 'noor', amount: '1' }],
    },
    makeClaim: { order: 'no such order' },
    sendClaim: { note: 'A call of the access matrix' },
    creditClaim: { amount: '1', reply: 'A call of the access matrix' },
    rejectClaim: { reply: 'A call of the access matrix' },
    sendObjection: { text: 'A call of the access matrix' },
    acceptObjection: { answer: 'A call of the access matrix' },
    rejectObjection: { answer: 'A call of the access matrix' },
    previewAdjustments: { kind: 'bonus', list: 'somebody, 1.00' },
    changeEmail: { email: `${randomUUID()}@creators.test` },
    handOverLink: { reason: 'A call of the access matrix' },
  };
}

/** What a shop sends besides orders. */
function shopBodies(world: World, ids: Ids): Record<string, unknown> {
  return {
    createShopCode: {
      code: `S${randomUUID().slice(0, 6)}`,
      creator: ids['merchant'] === world.people.merchants.glow ? 'ava' : 'noor',
    },
    syncProducts: {
      products: [
        {
          sku: 'synced',
          title: 'Synced',
          url:
            ids['merchant'] === world.people.merchants.glow
              ? 'https://shop.glowlab.example/synced'
              : 'https://northwind.example/synced',
          price: { amount: '100', currency: 'USD' },
        },
      ],
    },
  };
}

/** What staff write before it is published. */
function announcementBodies(): Record<string, unknown> {
  const draft = {
    title: 'Soon',
    body: 'News',
    picture: null,
    product_ids: [],
    audience: { kind: 'all' },
    pinned: false,
  };
  return {
    createAnnouncementDraft: draft,
    saveAnnouncementDraft: { ...draft, revision: 1 },
    scheduleAnnouncementDraft: { revision: 1, local_time: '2026-12-24T09:00' },
    publishAnnouncementDraft: { revision: 1 },
  };
}

/** Orders and what becomes of them, from a shop and from the brand's console. */
function orderBodies(world: World): Record<string, unknown> {
  return {
    receiveOrder: {
      order_id: randomUUID(),
      currency: 'USD',
      placed_at: world.clock.now().toISOString(),
      lines: [{ line_id: '1', sku: 'x', title: 'x', quantity: 1, unit_price: { amount: '100', currency: 'USD' } }],
    },
    changeOrder: {
      currency: 'USD',
      lines: [{ line_id: '1', sku: 'A', title: 'A', quantity: 1, unit_price: { amount: '1000', currency: 'USD' } }],
    },
    receiveRefund: { refund_id: randomUUID(), lines: [{ line_id: '1', amount: { amount: '1', currency: 'USD' } }] },
    refundOrder: { refund_id: randomUUID(), lines: [{ line_id: '1', amount: { amount: '1', currency: 'USD' } }] },
  };
}

function repairBodies(world: World): Record<string, unknown> {
  const reason = 'A call of the access matrix';
  return {
    replayDeliveries: { search: 'none is named like this' },
    fixDelivery: { meaning: { kind: 'order', order: orderBodies(world)['receiveOrder'] }, reason },
    dismissDelivery: { reason },
    dismissDeliveries: { search: 'none is named like this', reason },
  };
}

function takedownBodies(ids: Ids): Record<string, unknown> {
  const decision = { category: 'copyright', reason: 'It belongs to someone else.' };
  return {
    createReport: {
      kind: 'abuse',
      address: '/@ava',
      name: 'Rita Holder',
      email: 'rita@holder.test',
      category: 'scam',
      statement: 'It sells things that never arrive.',
    },
    takeDown: { ...decision, address: ids['free_picture'] ?? '/@ava' },
    takeDownReported: decision,
    liftTakedown: { reason: 'It was a mistake.' },
    declineReport: { reason: 'It is their own.' },
    recordCourtAction: { note: 'A case in a court' },
    restoreReported: { reason: 'The notice was withdrawn.', withdrawn: true },
    sendCounterNotice: counterNotice,
  };
}

/** Who applies, and what a brand answers. */
function applicationBodies(ids: Ids): Record<string, unknown> {
  const rejection = { decision: 'reject', reason: 'other' };
  return {
    sendApplication: { name: 'Somebody', email: `${randomUUID()}@apply.test`, answers: [], accepted: true },
    applyAsCreator: { answers: [], accepted: true },
    changeApplicationPage: { headline: 'changed' },
    decideApplication: rejection,
    decideApplications: { ...rejection, application_ids: [ids['application_id']] },
  };
}

/** What a brand's owners set up. */
function settingBodies(): Record<string, unknown> {
  return {
    changeBrandSettings: { accent: '#1c5940' },
    inviteStaff: { display_name: 'A Colleague', email: `${randomUUID()}@staff.test`, role: 'analyst' },
    changeStaff: { role: 'analyst' },
  };
}

function catalogueBodies(world: World, ids: Ids): Record<string, unknown> {
  return {
    importProducts: { source: 'csv', csv: 'sku,title,url,price\n' },
    createProduct: {
      sku: randomUUID(),
      title: 'By hand',
      url:
        ids['merchant'] === world.people.merchants.glow
          ? 'https://shop.glowlab.example/by-hand'
          : 'https://northwind.example/by-hand',
      price: { amount: '1000', currency: 'USD' },
    },
    changeProduct: { archived: false },
    saveProductFeed: { url: 'https://feed.example/feed.csv', every_hours: 24 },
    changeProductFeed: { every_hours: 6 },
    fetchProductFeed: {},
  };
}

/** What an operator does to brands. */
function brandBodies(): Record<string, unknown> {
  return {
    createBrand: {
      display_name: 'Another Brand',
      currency: 'USD',
      shop_url: 'https://another.example',
      project: 'general',
      owner: { display_name: 'An Owner', email: `${randomUUID()}@another.test` },
    },
    setBrandStatus: { status: 'paused', reason: 'asked for in the matrix' },
    changeBrand: {
      display_name: `Another Name ${randomUUID().slice(0, 8)}`,
      is_deliberate: true,
      reason: 'asked for in the matrix',
    },
    addBrandOwner: {
      owner: { display_name: 'Another Owner', email: `${randomUUID()}@another.test` },
      reason: 'asked for in the matrix',
    },
  };
}

/** What creators do on their storefronts. */
function storefrontBodies(world: World, ids: Ids): Record<string, unknown> {
  return {
    addPlacement: { product_id: ids['product_id'] },
    changePlacement: { note: 'changed' },
    createCollection: { title: 'Another' },
    changeCollection: { title: 'changed' },
    fillCollection: { placement_ids: [] },
    changeAppearance: anAppearance,
    previewAppearance: anAppearance,
    createLink: {
      destination:
        ids['merchant'] === world.people.merchants.glow
          ? 'https://shop.glowlab.example/new'
          : 'https://northwind.example/new',
    },
    changeLink: { title: 'changed' },
  };
}

/** A valid body of a permitted caller. Ids in it belong to the same owner as those in the path. */
export function bodyOf(world: World, name: string, ids: Ids): unknown {
  const bodies: Record<string, unknown> = {
    stepUp: { password: demoPassword },
    ...sensitiveBodies(world, ids),
    ...orderBodies(world),
    ...repairBodies(world),
    ...takedownBodies(ids),
    ...applicationBodies(ids),
    requestPayout: { currency: 'USD' },
    sendPayout: { reference: 'SEPA 1' },
    payPayout: {},
    failPayout: { reason: 'No such account' },
    login: { email: 'ava@creators.test', password: 'vitrine-demo' },
    forgotPassword: { email: 'ava@creators.test' },
    register: {
      invitation: ids['code'],
      display_name: 'Somebody New',
      user_handle: `n${randomUUID().slice(0, 8)}`,
      email: `${randomUUID()}@creators.test`,
      password: 'three quiet windows',
      accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
    },
    createInvitation: { by: 'link', expires_in_days: 7 },
    inviteMany: { list: `${randomUUID()}@creators.test`, expires_in_days: 7 },
    createGroup: { name: randomUUID() },
    changeGroup: { welcome: 'changed' },
    ...storefrontBodies(world, ids),
    sendMessage: { client_id: randomUUID(), body: 'Hello' },
    sendThreadMessage: { client_id: randomUUID(), body: 'Hello' },
    markMessagesRead: { seq: 1_000 },
    markThreadRead: { seq: 1_000 },
    readAnnouncements: { announcement_ids: [ids['announcement_id']] },
    readNotifications: { all: true },
    changeNotificationSettings: { topic: 'message', email: 'off', push: false },
    addPushDevice: subscriptionOf(randomUUID()),
    publishAnnouncement: { title: 'News', body: 'Something else' },
    changeAnnouncement: { pinned: true },
    ...announcementBodies(),
    publishTerms: { rules: [{ kind: 'percentage', rate: 2000 }] },
    previewTerms: { rules: [{ kind: 'percentage', rate: 2000 }] },
    simulateTerms: { rules: [{ kind: 'percentage', rate: 2000 }] },
    importOrders: { csv: 'order_id,placed_at,line_total\nF-1,2026-11-19T10:00:00Z,48.00\n', preview: true },
    ...catalogueBodies(world, ids),
    declineCommission: { reason: 'looks like an order of their own' },
    openTicket: { kind: 'help', subject: 'A question', body: 'How do I add a product?' },
    answerTicket: { answer: 'Press Add a product.' },
    startSocialConnection: { platform: 'instagram' },
    enterSocialFigures: { platform: 'tiktok', handle: 'someone', day: '2026-11-20', followers: 10 },
    changeProfile: { theme: 'dark' },
    changeHandle: { handle: ids['merchant'] === world.people.merchants.glow ? 'ava_l' : 'noor_h' },
    setUserStatus: { user_status: 100, reason: 'asked for in the matrix' },
    endUserSessions: { reason: 'asked for in the matrix' },
    openLoginAsGrant: { mode: 'view', reason: 'asked for in the matrix' },
    ...brandBodies(),
    ...settingBodies(),
    ...rosterBodies(ids),
    ...suspensionBodies(),
    changeInstallation: { name: 'Another Name' },
    sendTestMail: { email: 'somebody@creators.test' },
    connectShop: { secret: randomUUID() },
    createWebhookEndpoint: { url: 'https://hooks.example/', events: ['order.decided'] },
    changeWebhookEndpoint: { description: 'changed' },
    replayFailedDeliveries: { since: '2026-11-01T00:00:00Z' },
    ...shopBodies(world, ids),
    changeOrderRules: { accepted_currencies: ['EUR'], earning_line_kinds: ['tip'] },
    changeShopConnection: { renewal_months: 6 },
    createApiKey: { name: 'Another', scopes: ['orders:read'] },
    createDiscountCode: {
      code: `C${randomUUID().slice(0, 6)}`,
      creator: ids['merchant'] === world.people.merchants.glow ? 'ava' : 'noor',
    },
  };
  return bodies[name];
}

/** A query that the call requires. */
export function queryOf(world: World, name: string, ids: Ids): Record<string, string> | undefined {
  const queries: Record<string, Record<string, string>> = {
    uploadPicture: { purpose: 'message', merchant: ids['merchant'] ?? '' },
    listDeclined: { order_id: ids['order_id'] ?? 'nothing' },
    checkLinkCode: { code: 'something' },
    searchTermsTargets: { kind: 'creator' },
    findProductByAddress: {
      address:
        ids['merchant'] === world.people.merchants.glow
          ? 'https://shop.glowlab.example/new'
          : 'https://northwind.example/new',
    },
  };
  return queries[name];
}

export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
