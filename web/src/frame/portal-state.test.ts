import { describe, expect, test } from 'vitest';
import type { User } from '@vitrine/contract/accounts.ts';
import type { MerchantEntry } from '@vitrine/contract/conversations.ts';
import { formatCapped } from '../format/numbers.ts';
import { byLastMessage, messageTargets } from '../conversations/targets.ts';
import { portalStateOf } from './portal-state.ts';

const account = (slug: string) => ({
  id: `id-of-${slug}`,
  merchant_id: `brand-${slug}`,
  merchant_display_name: slug,
  brand_logo: null,
  slug,
  currency: 'USD',
  storefront_url: `https://portal.example/@ava/${slug}`,
  pause: null,
  status: 'active' as const,
  stop: null,
});

const user: User = {
  uid: 'ava',
  motom_user_id: 'm',
  motom_user_unique_key: 'k',
  display_name: 'Ava',
  user_handle: 'ava',
  avatar: null,
  user_status: 100,
  was_active: true,
  suspended_since: null,
  merchant_accounts: [account('glow-lab'), account('maison-clair')],
  role: 'creator',
  email: 'ava@creators.test',
  locale: 'en',
  time_zone: 'UTC',
  theme: 'system',
  project: 'general',
  staff_of: [],
  chatroom_url: 'https://portal.example/api/v1/events',
  impersonation: null,
  closing: null,
  link_handover: null,
};

function entry(slug: string, messages: number, announcements: number, at?: string): MerchantEntry {
  return {
    merchant_account_id: `id-of-${slug}`,
    merchant_account: { merchant_display_name: slug, brand_logo: null, slug },
    unread_message_count: messages,
    unread_announcement_count: announcements,
    last_message: at === undefined ? null : { seq: 1, side: 'brand', body: 'Hello', created_at: at },
  };
}

const facts = {
  project: 'general',
  user,
  token: 'vtp_x',
  heading: 'Manage',
  layout: 'phone',
  merchants: [entry('glow-lab', 7, 1), entry('maison-clair', 5, 2)],
  slug: 'maison-clair',
  isAnnouncementOpen: false,
} as const;

describe('the global state of the specification', () => {
  test('has every value of section 3 under its name', () => {
    expect(portalStateOf(facts)).toEqual({
      project: 'general',
      user,
      token: 'vtp_x',
      chatroom_url: 'https://portal.example/api/v1/events',
      page_heading: 'Manage',
      is_mobile: true,
      is_tablet: false,
      loading: false,
      now_storefront: { id: 'id-of-maison-clair', url_name: 'maison-clair' },
      all_merchant_list: facts.merchants,
      unread_count: 15,
      unread_announcement_count: 3,
      unread_message_count: 12,
      open_announcement: false,
    });
  });

  test('project is the identifier of the variant that is shown, not the user’s own (§61)', () => {
    expect(portalStateOf(facts).project).toBe('general');
    expect(portalStateOf({ ...facts, project: 'beauty' }).project).toBe('beauty');
  });

  test('user is the profile from /me (§62)', () => {
    expect(portalStateOf(facts).user).toBe(user);
  });

  test('token is the stored one, and missing without one (§63)', () => {
    expect(portalStateOf(facts).token).toBe('vtp_x');
    expect(portalStateOf({ ...facts, token: undefined }).token).toBeUndefined();
  });

  test('chatroom_url is the one that /me answers (§64)', () => {
    expect(portalStateOf(facts).chatroom_url).toBe('https://portal.example/api/v1/events');
  });

  test('page_heading is the heading of the page (§65)', () => {
    expect(portalStateOf({ ...facts, heading: 'Earnings' }).page_heading).toBe('Earnings');
  });

  test.each([
    ['phone', true, false],
    ['tablet', false, true],
    ['desktop', false, false],
  ] as const)('on a %s, is_mobile is %s and is_tablet is %s (§66)', (layout, is_mobile, is_tablet) => {
    expect(portalStateOf({ ...facts, layout })).toMatchObject({ is_mobile, is_tablet });
  });

  test('loading is true until the merchants are loaded, with all counts 0 (§67)', () => {
    expect(portalStateOf(facts).loading).toBe(false);
    expect(portalStateOf({ ...facts, merchants: undefined })).toMatchObject({
      loading: true,
      all_merchant_list: [],
      unread_count: 0,
      unread_announcement_count: 0,
      unread_message_count: 0,
    });
  });

  test('all_merchant_list is the list, and the counts are its totals: 7 + 5 messages, 1 + 2 announcements (§69, §111)', () => {
    expect(portalStateOf(facts)).toMatchObject({
      all_merchant_list: [{ merchant_account_id: 'id-of-glow-lab' }, { merchant_account_id: 'id-of-maison-clair' }],
      unread_count: 15,
      unread_announcement_count: 3,
      unread_message_count: 12,
    });
  });

  test('now_storefront is id and url_name of the storefront in the address (§68)', () => {
    expect(portalStateOf(facts).now_storefront).toEqual({ id: 'id-of-maison-clair', url_name: 'maison-clair' });
  });

  test('falls back to the first storefront when the address names none of the user’s', () => {
    const state = portalStateOf({ ...facts, slug: 'northwind-outfitters' });
    expect(state.now_storefront).toEqual({ id: 'id-of-glow-lab', url_name: 'glow-lab' });
  });

  test('open_announcement is true while the announcements are open, and false otherwise (§70)', () => {
    expect(portalStateOf(facts).open_announcement).toBe(false);
    expect(portalStateOf({ ...facts, isAnnouncementOpen: true }).open_announcement).toBe(true);
  });
});

describe('the list of brands', () => {
  const list = [
    entry('never', 0, 0),
    entry('older', 1, 0, '2026-11-01T10:00:00.000Z'),
    entry('newest', 0, 4, '2026-11-20T10:00:00.000Z'),
  ];
  const slugs = (entries: readonly MerchantEntry[]) => entries.map((each) => each.merchant_account.slug);

  test('is sorted by last message, newest first, brands without a message last (§110)', () => {
    expect(slugs(byLastMessage(list))).toEqual(['newest', 'older', 'never']);
  });

  test('puts the highest unread total first for the messages icon (§113)', () => {
    expect(slugs(messageTargets(list).ordered)).toEqual(['newest', 'older', 'never']);
    expect(slugs(messageTargets([entry('few', 2, 0), entry('many', 0, 9)]).ordered)).toEqual(['many', 'few']);
  });

  test.each([
    [0, '0'],
    [98, '98'],
    [99, '99'],
    [100, '99'],
    [4000, '99'],
  ])('shows a total of %s as %s (§124)', (total, shown) => {
    expect(formatCapped(total)).toBe(shown);
  });
});
