import type { OrderDetail } from '@vitrine/contract/orders.ts';
import { html, type Fragment } from '../../src/platform/http/html.ts';
import { demoCreatorsDomain, demoPassword } from '../../src/platform/demo.secrets.ts';
import { programCreators } from '../program/program.creators.ts';
import { readReported } from './own.reports.ts';
import type { StandInOrder } from './shop.orders.ts';
import { showMoney } from './shop.pages.ts';
import type { ShopVisit } from './shop.platform.ts';

// What became of an order in Vitrine, for whoever tries the demo.

/** Those whose password everyone knows. */
const demoHandles: ReadonlySet<string> = new Set(['ava', 'noor', ...programCreators.map(({ handle }) => handle)]);

/** Why an order earned nothing or is held, and what to do about it. */
const reasons: Record<string, string> = {
  no_touch: 'It came without a click and without a creator’s code, so it earns nobody a commission.',
  held_self_purchase:
    'It’s on hold, because it looks like the creator’s own purchase: the creator is logged in to this browser. Open the storefront in a private window to shop as somebody else.',
  held_for_review: 'It’s on hold until the brand has looked at it.',
  waiting_for_click: 'Its click hasn’t reached the database yet. Reload this page in a moment.',
  unknown_click: 'Vitrine doesn’t know its click. Open a creator’s storefront again and click a product there.',
  outside_window: 'The click is too old to earn a commission.',
  account_not_active: 'The creator is not active at this brand.',
};

function earned(visit: ShopVisit, { commissions }: OrderDetail): Fragment {
  const { shop, portal } = visit;
  const creators = [...new Set(commissions.map(({ creator }) => creator))];
  return creators.map((creator) => {
    const own = commissions.filter((each) => each.creator === creator);
    const sum = (of: 'amount' | 'reversed' | 'net') =>
      showMoney(
        own.reduce((total, each) => total + Number(each[of].amount), 0),
        shop,
      );
    const isReversed = own.some(({ reversed }) => reversed.amount !== '0');
    return html`<p><strong>@${creator}</strong> gets a commission of <strong>${sum('net')}</strong>${
      isReversed && html`: ${sum('amount')} less ${sum('reversed')} for what was sent back`
    }.</p><p>The creator sees it under <a href="${portal}/earnings">Earnings</a>, without a reload.${
      demoHandles.has(creator) && html` Log in as ${creator}${demoCreatorsDomain} with the password ${demoPassword}.`
    }</p>`;
  });
}

export async function fateOf(visit: ShopVisit, order: StandInOrder): Promise<Fragment> {
  const reported = await readReported(visit, order);
  if (!reported.ok)
    return html`<p role="alert">Vitrine didn’t take the order: ${reported.message}</p>
<form method="post" action="/orders/${order.key}/report"><button class="plain">Report it again</button></form>`;
  const { explanation, commissions } = reported.data;
  const outcome = explanation?.outcome ?? 'waiting_for_click';
  const reason = outcome === 'credited' ? undefined : html`<p>${reasons[outcome] ?? `The outcome is ${outcome}.`}</p>`;
  return html`${reason}${commissions.length > 0 && earned(visit, reported.data)}
<p>The brand sees the order, and how Vitrine decided, under <a href="${visit.portal}/brand">Orders</a> in its console.</p>`;
}
