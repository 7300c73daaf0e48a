import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Endpoint, Principal } from '@vitrine/contract/endpoint.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { rolesWith } from '@vitrine/contract/values/brand-roles.ts';

// docs/operate/access.md says who may make each call and what they must prove. It is written by hand and compared with
// the contract here, so that nobody weakens a call without changing a line that others read.

type Line = { call: string; who: string; proof: string; about: string | undefined };

const page = readFileSync(new URL('../docs/operate/access.md', import.meta.url), 'utf8');
const [, guarded = '', others = '', reads = ''] = page.split(/^## /m);

function linesOf(section: string): Line[] {
  return [...section.matchAll(/^\| `(\w+)` \| ([^|]+) \| (\w+) \|(?: ([^|]+) \|)?$/gm)].map(
    ([, call = '', who = '', proof = '', about]) => ({ call, who, proof, about }),
  );
}

const names: Record<Principal, string> = {
  anonymous: 'anyone',
  creator: 'creator',
  brand: 'staff',
  operator: 'operator',
  shop: 'shop',
};

function callersOf({ access, right }: Endpoint): string {
  const staff = right ? `staff: ${rolesWith(right).join(', ')}` : names.brand;
  return access.map((principal) => (principal === 'brand' ? staff : names[principal])).join('; ');
}

function presentLine([call, endpoint]: [string, Endpoint]): Omit<Line, 'about'> {
  return { call, who: callersOf(endpoint), proof: endpoint.proof ?? 'none' };
}

/** What must never be done with an open session alone, whatever the page says. */
const never: Record<string, string> = {
  approvePayouts: 'factors',
  exportPayouts: 'factors',
  sendPayout: 'factors',
  payPayout: 'factors',
  failPayout: 'factors',
  giveAdjustments: 'factors',
  creditClaim: 'factors',
  setPayoutMethod: 'factors',
  removePayoutMethod: 'factors',
  changeBrandSettings: 'factors',
  inviteStaff: 'factors',
  changeStaff: 'factors',
  removeStaff: 'factors',
  addBrandOwner: 'factors',
  createBrand: 'factors',
  createApiKey: 'factors',
  connectShop: 'factors',
  connectShopSync: 'factors',
  createWebhookEndpoint: 'factors',
  changeWebhookEndpoint: 'factors',
  rotateWebhookSecret: 'factors',
  changePassword: 'factors',
  changeEmail: 'factors',
  exportEverything: 'factors',
  requestClosure: 'factors',
  startTwoFactor: 'factors',
  startPasskey: 'factors',
  removePasskey: 'factors',
  removeAuthenticator: 'factors',
  renewRecoveryCodes: 'factors',
  turnOffTwoFactor: 'factors',
  removeTwoFactor: 'factors',
  startGoogleConnection: 'factors',
  disconnectGoogle: 'factors',
  handOverLink: 'factors',
  openLoginAsGrant: 'factors',
  closeAccount: 'factors',
  declineCommission: 'password',
  releaseCommission: 'password',
  acceptObjection: 'password',
  refundOrder: 'password',
  importOrders: 'password',
  fixDelivery: 'password',
  publishTerms: 'password',
  revokeApiKey: 'password',
  disconnectShop: 'password',
  revokeConnectionSecret: 'password',
  disconnectShopSync: 'password',
  deleteWebhookEndpoint: 'password',
  setUserStatus: 'password',
  suspendUser: 'password',
  setBrandStatus: 'password',
  changeBrand: 'password',
  approveBrandReview: 'password',
};

describe('the page of calls and proofs', () => {
  const written = [...linesOf(guarded), ...linesOf(others), ...linesOf(reads)];

  test('has one line for each call', () => {
    expect(written.map(({ call }) => call).toSorted()).toEqual([...endpoints.keys()].toSorted());
  });

  test.each([...endpoints])('says what the contract says about %s', (name, endpoint) => {
    const line = written.find(({ call }) => call === name);
    expect(
      { call: line?.call, who: line?.who, proof: line?.proof },
      `the line of ${name} in docs/operate/access.md`,
    ).toEqual(presentLine([name, endpoint]));
  });

  test('gives a reason for each guarded call without a proof', () => {
    const silent = linesOf(guarded).filter(({ proof, about }) => proof === 'none' && !about?.includes(';'));
    expect(silent.map(({ call }) => call)).toEqual([]);
  });

  test('has each call that takes a proof among the guarded ones', () => {
    const calls = new Set(linesOf(guarded).map(({ call }) => call));
    expect([...endpoints].filter(([name, { proof }]) => proof !== undefined && !calls.has(name))).toEqual([]);
  });
});

test.each(Object.entries(never))('%s takes at least: %s', (name, least) => {
  const strengths = ['none', 'password', 'factors'];
  const proof = endpoints.get(name)?.proof ?? 'none';
  expect(strengths.indexOf(proof)).toBeGreaterThanOrEqual(strengths.indexOf(least));
});

/** Only some bodies of these calls need their proof; which ones is written down here. */
const sometimes: Record<string, { needed: object[]; spared: object[] }> = {
  createApiKey: { needed: [{ is_test: false }, {}], spared: [{ is_test: true }] },
  changeWebhookEndpoint: { needed: [{ url: 'https://a.test' }], spared: [{ state: 'paused' }] },
  changeBrandSettings: {
    needed: [{ payouts_need_two_factor: false }, { payouts_need_two_factor: true, accent: '#000000' }],
    spared: [{ accent: '#000000' }],
  },
  importOrders: { needed: [{ preview: false }], spared: [{ preview: true }] },
};

test('no other call depends on its body for whether it takes its proof', () => {
  const conditional = [...endpoints].filter(([, { proofWhen }]) => proofWhen !== undefined).map(([name]) => name);
  expect(conditional.toSorted()).toEqual(Object.keys(sometimes).toSorted());
});

test.each(Object.entries(sometimes))('%s takes its proof for what matters', (name, { needed, spared }) => {
  const when = endpoints.get(name)?.proofWhen as ((body: object) => boolean) | undefined;
  expect(needed.map((body) => when?.(body))).toEqual(needed.map(() => true));
  expect(spared.map((body) => when?.(body))).toEqual(spared.map(() => false));
});
