import { plural, t } from '@lingui/core/macro';
import type { OrderDetail } from '@vitrine/contract/orders.ts';
import { formatNumber } from '../format/numbers.ts';

type Flag = OrderDetail['flags'][number];
type Evidence = (name: string) => string;
/** `count` reads evidence that is a number. */
type Writer = (of: Evidence, count: Evidence) => string;

/** What each fraud rule found, with its figures; the names are those of server/src/orders/fraud.facts.ts. */
const writers: Record<string, Writer> = {
  click_reuse: (of, count) => {
    const [orders, seconds] = [count('orders'), count('seconds')];
    return t`One click led to ${orders} orders from different customers within ${seconds} seconds.`;
  },
  click_flood: (of, count) => {
    const [hits, all, minutes] = [count('hits'), count('all'), count('minutes')];
    return t`${hits} of ${all} clicks in the ${minutes} minutes before this click came from the same visitor.`;
  },
  hidden_frame: (of) => {
    const kind = of('kind');
    return t`The link was loaded inside another page (${kind}). Nobody clicked it.`;
  },
  bot_farm: (of, count) => {
    const [orders, customers, seconds] = [count('orders'), count('customers'), count('delay_seconds')];
    if (of('sign') === 'one_browser') return t`One browser placed ${orders} orders for ${customers} customers.`;
    if (of('sign') === 'too_fast')
      return t`${orders} orders came from the same visitor, typically ${seconds} seconds after the click.`;
    return t`${orders} orders came at almost the same interval after their clicks: about ${seconds} seconds.`;
  },
  code_leak: (of, count) => {
    const [orders, usual] = [count('orders'), count('usual')];
    const clicks = plural(Number(of('clicks')), { one: '# click', other: '# clicks' });
    return t`The code was used on ${orders} orders without a click in one day (best day before: ${usual}), with ${clicks} on the creator’s links.`;
  },
  code_hijack: (of, count) => {
    const [orders, all] = [count('orders'), count('of')];
    return t`${orders} of ${all} orders with this code came from clicks on other creators’ links.`;
  },
  last_second_click: (of, count) => {
    const [orders, all, seconds] = [count('orders'), count('of'), count('seconds')];
    return t`${orders} of ${all} orders came less than ${seconds} seconds after the click, from shoppers who had also clicked another creator’s link.`;
  },
  refund_cycling: (of, count) => {
    const [orders, refunded] = [count('orders'), count('refunded')];
    return t`This customer returned ${refunded} of ${orders} orders with this creator.`;
  },
  country_mismatch: (of, count) => {
    const [orders, all] = [count('orders'), count('of')];
    return of('sign') === 'one_browser'
      ? t`One browser clicked from ${all} countries within a day (${orders} orders).`
      : t`${orders} of ${all} orders came from a different country than their clicks.`;
  },
  brand_bidding: (of, count) => {
    const [orders, ad] = [count('orders'), of('ad')];
    return t`${orders} orders came from a search ad on your brand (${ad}).`;
  },
  creator_ring: (of, count) => {
    const [orders, creators] = [count('orders'), count('creators')];
    return t`${creators} creators buy through each other’s links or codes (${orders} orders between this pair).`;
  },
  duplicate_account: (of) =>
    of('sign') === 'one_mailbox'
      ? t`Another of your creators has the same email address.`
      : t`Another of your creators has the same bank account and browser.`,
};

export function flagText({ rule, evidence }: Flag): string {
  const name = rule.replaceAll('_', ' ');
  const of: Evidence = (key) => evidence[key] ?? '';
  const count: Evidence = (key) => formatNumber(Number(of(key)));
  return writers[rule]?.(of, count) ?? t`One of our checks flagged this order: ${name}.`;
}
