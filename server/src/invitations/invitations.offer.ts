import type { Invitation, OfferedRule } from '@vitrine/contract/invitations.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { earnedBySale } from '@vitrine/contract/values/rate-arithmetic.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';
import { chooseRule, isDated, isForNewCustomers, type TermsRule } from '../terms/rules.ts';
import { lastDayOf, termsAt } from '../terms/terms.service.ts';
import { merchantOf, shopWindow, titlesOf } from './invitations.views.ts';

/** No creator yet, so rules for a specific creator or group don't apply. */
const newcomer = '';

export type Offer = Pick<Invitation, 'merchant' | 'offer' | 'products'> & { project: string };

function presentRule(rule: TermsRule, titles: ReadonlyMap<string, string>, timeZone: string): OfferedRule {
  return {
    ...rule.rate,
    category: rule.category,
    product: rule.sku === null ? null : (titles.get(rule.sku) ?? rule.sku),
    ends_on: lastDayOf(rule, timeZone),
  };
}

/** The general rule first, then categories, then single products; of each, rules for all customers, and without dates. */
function rank(rule: TermsRule): number {
  const what = rule.sku !== null ? 2 : rule.category === null ? 0 : 1;
  return 4 * what + 2 * Number(isForNewCustomers(rule)) + Number(isDated(rule));
}

/** A brand's current offer to a new creator: rules, windows, and the commission on a few products. */
export async function offerOf(ctx: Context, tx: Tx, merchantId: string): Promise<Offer> {
  const merchant = await merchantOf(tx, merchantId);
  const held = await termsAt(tx, merchantId, ctx.clock.now());
  const rules = (held?.rules ?? []).filter((rule) => rule.merchantAccountId === null && rule.groupId === null);
  const skus = rules.flatMap((rule) => (rule.sku === null ? [] : [rule.sku]));
  const titles = new Map((await titlesOf(tx, merchantId, skus)).map((row) => [row.sku, row.title]));
  const { currency } = merchant;
  const products = (await shopWindow(tx, merchantId)).map((product) => {
    const rule = chooseRule(rules, {
      merchantAccountId: newcomer,
      groupId: null,
      sku: product.sku,
      category: product.category,
    });
    return {
      title: product.title,
      image: publicAddress(ctx.config.publicUrl, product.image),
      price: toMoney(product.price, currency),
      earns: rule ? toMoney(earnedBySale(rule.rate, product.price), currency) : null,
    };
  });
  return {
    merchant: {
      display_name: merchant.display_name,
      slug: merchant.slug,
      brand_logo: publicAddress(ctx.config.publicUrl, merchant.brand_logo),
    },
    offer: {
      rules: rules.toSorted((a, b) => rank(a) - rank(b)).map((rule) => presentRule(rule, titles, merchant.time_zone)),
      return_days: merchant.return_days,
      window_days: merchant.window_days,
      payout_minimum: toMoney(merchant.payout_minimum, currency),
    },
    products,
    project: merchant.project_key,
  };
}
