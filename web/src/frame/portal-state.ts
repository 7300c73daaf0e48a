import type { User } from '@vitrine/contract/accounts.ts';
import type { MerchantEntry } from '@vitrine/contract/conversations.ts';
import type { Layout } from './layout.ts';
import { nowStorefront } from './now-storefront.ts';

/** The global state of the specification, section 3, with its names (S15). It is derived on every render, never stored. */
export type PortalState = {
  project: string;
  user: User;
  token: string | undefined;
  chatroom_url: string;
  page_heading: string;
  is_mobile: boolean;
  is_tablet: boolean;
  loading: boolean;
  now_storefront: { id: string; url_name: string } | undefined;
  all_merchant_list: readonly MerchantEntry[];
  unread_count: number;
  unread_announcement_count: number;
  unread_message_count: number;
  open_announcement: boolean;
};

export type PortalFacts = {
  project: string;
  user: User;
  token: string | undefined;
  heading: string;
  layout: Layout;
  /** The merchant list from the server; `undefined` until it is loaded. */
  merchants: readonly MerchantEntry[] | undefined;
  /** The storefront slug in the page's address. */
  slug: string | undefined;
  isAnnouncementOpen: boolean;
};

export function portalStateOf(facts: PortalFacts): PortalState {
  const { user, layout, merchants = [] } = facts;
  const named = user.merchant_accounts.find((account) => account.slug === facts.slug);
  const storefront = named ?? nowStorefront(user);
  const sum = (count: (entry: MerchantEntry) => number) => merchants.reduce((total, entry) => total + count(entry), 0);
  const messages = sum((entry) => entry.unread_message_count);
  const announcements = sum((entry) => entry.unread_announcement_count);
  return {
    project: facts.project,
    user,
    token: facts.token,
    chatroom_url: user.chatroom_url,
    page_heading: facts.heading,
    is_mobile: layout === 'phone',
    is_tablet: layout === 'tablet',
    loading: facts.merchants === undefined,
    now_storefront: storefront && { id: storefront.id, url_name: storefront.slug },
    all_merchant_list: merchants,
    unread_count: messages + announcements,
    unread_announcement_count: announcements,
    unread_message_count: messages,
    open_announcement: facts.isAnnouncementOpen,
  };
}
