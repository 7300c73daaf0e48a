import type { User } from '../accounts.ts';
import type { Notice, NoticeKind } from '../notifications.ts';

type Reader = { role: User['role']; slug: string };
type Address = string | undefined;
type Located = { notice: Notice; brand: { slug: string } | null };

const order = ({ order_id: id }: { order_id: string }, { slug }: Reader) =>
  `/earnings?order=${encodeURIComponent(id)}&merchant=${slug}`;
const inBrand = ({ slug }: Reader, path: string) => `/brand/${slug}${path}`;
const account = (_: unknown, { slug }: Reader) => `/manage/${slug}/products`;
const isStaff = ({ role }: Reader) => role === 'brand';

const addresses: { [K in NoticeKind]: (notice: Extract<Notice, { kind: K }>, reader: Reader) => Address } = {
  sale: order,
  reversal: order,
  hold: order,
  rate_change: () => '/earnings?view=rules',
  settings_changed: () => '/earnings?view=rules',
  account_paused: () => '/suspensions',
  account_resumed: account,
  account_ending: account,
  account_kept: account,
  group_moved: () => '/earnings?view=rules',
  bonus: () => '/earnings?view=adjustments',
  correction: () => '/earnings?view=adjustments',
  objection: ({ order_id: id }, reader) => inBrand(reader, `/orders?order=${encodeURIComponent(id)}`),
  objection_answered: order,
  suspension: () => '/suspensions',
  suspension_objection: ({ account }, reader) =>
    account === null ? '/operator/suspensions' : inBrand(reader, `/creators/${account}`),
  message: ({ account }, reader) =>
    isStaff(reader) ? inBrand(reader, `/messages/${account}`) : `/messages/${reader.slug}`,
  announcement: ({ announcement_id: id }) => `/announcements/${id}`,
  payout: (_, reader) => (isStaff(reader) ? inBrand(reader, '/payouts') : '/earnings?view=payouts'),
  staff: ({ change }, reader) => (change === 'removed' ? undefined : inBrand(reader, '/team')),
  delivery_failed: ({ what }, reader) =>
    inBrand(reader, what === 'webhook_off' ? '/settings/webhooks' : '/settings/deliveries'),
  application: (_, reader) => inBrand(reader, '/applications'),
  claim: (_, reader) => inBrand(reader, '/claims'),
  claim_answered: () => '/earnings?view=unearned',
  brand_review: (_, reader) => (isStaff(reader) ? inBrand(reader, '/settings') : '/operator/brand-reviews'),
  feed_failed: (_, reader) => inBrand(reader, '/catalogue'),
  // Staff and operators are sent on to theirs.
  security: () => '/settings#security',
};

/** The page about what a notification tells; undefined if there is none. */
export function notificationAddress({ notice, brand }: Located, role: User['role']): Address {
  // Each entry takes the notice of its own kind, which TypeScript can't infer over the union.
  const address = addresses[notice.kind] as (notice: Notice, reader: Reader) => Address;
  return address(notice, { role, slug: brand?.slug ?? '' });
}
