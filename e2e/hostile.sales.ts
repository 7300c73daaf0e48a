import { inDatabase } from './database.ts';
import { type ApiCaller } from './calls.ts';
import { type HostileFill, hostilePassword } from './hostile.people.ts';
import { hostileTexts, bidiTexts } from './hostile.texts.ts';
import { expect } from '@playwright/test';
import { dollars } from './people.ts';

/** A shop's id is stored as it is, but must be on one line. */
const isId = (text: string) => !/[\t\r\n]/.test(text);

type Sides = {
  shop: ApiCaller;
  brand: ApiCaller;
  creator: ApiCaller;
  slug: string;
  handle: string;
  accountId: string;
  email: string;
};

/** Creates orders with hostile ids, lines, codes and clicks; returns the ids of orders that have an explanation. */
export async function sell(
  { shop, brand, slug, handle, email }: Sides,
  { texts, tag }: HostileFill,
): Promise<string[]> {
  const code = `H-${tag}`;
  await brand('post', `/brand/${slug}/discount-codes`, { code, creator: handle });
  const orderIds = [...bidiTexts, ...Array.from({ length: 8 }, () => texts.next(100, isId))].map(
    (text) => `${text} ${tag}`,
  );
  const order = (orderId: string, more: object, titles = [texts.next(300)], price = 2_000) =>
    shop('post', '/orders', {
      order_id: orderId,
      currency: 'USD',
      placed_at: new Date().toISOString(),
      lines: titles.map((title, index) => ({
        line_id: `${index} ${texts.next(100, isId)}`,
        sku: `${index} ${texts.next(100, isId)}`,
        title,
        quantity: 1,
        unit_price: dollars(price),
      })),
      ...more,
    });
  const [whole = '', held = '', declined = '', unknown = '', nothing = '', refunded = '', ...others] = orderIds;
  const customer = { email };
  await order(whole, { discount_codes: [code] }, [...hostileTexts]);
  await order(held, { discount_codes: [code], customer });
  await order(declined, { discount_codes: [code], customer });
  await order(unknown, {
    discount_codes: [texts.next(100, isId), texts.next(100, isId)],
    click_id: texts.next(200, isId),
  });
  await order(nothing, { discount_codes: [code] }, undefined, 0);
  for (const orderId of [refunded, ...others]) await order(orderId, { discount_codes: [code] });

  const { data: sheet } = await brand('get', `/brand/${slug}/orders/${encodeURIComponent(refunded)}`);
  const { line_id: lineId } = sheet.lines[0];
  for (const by of [shop, brand])
    await by('post', `${by === shop ? '' : `/brand/${slug}`}/orders/${encodeURIComponent(refunded)}/refunds`, {
      refund_id: texts.next(200, isId),
      lines: [{ line_id: lineId, amount: dollars(500) }],
      ...(by === brand && { note: texts.pack(300) }),
    });
  for (const [orderId, decision] of [
    [held, 'release'],
    [declined, 'decline'],
  ] as const) {
    const { data } = await brand('get', `/brand/${slug}/orders/${encodeURIComponent(orderId)}`);
    await brand('post', `/brand/${slug}/commissions/${data.commissions[0].id}/${decision}`, {
      reason: texts.pack(500),
    });
  }
  await order(`${texts.next(100, isId)} held ${tag}`, { discount_codes: [code], customer });
  return [whole, held, declined, unknown, nothing, refunded];
}

/** Ends this brand's return window at once, so that the test doesn't wait a month. */
async function ripen({ creator, slug, accountId }: Sides): Promise<void> {
  await inDatabase((database) =>
    database.query(
      `update commissions set matures_at = now() - interval '1 day'
         where merchant_id = (select id from merchants where slug = $1)`,
      [slug],
    ),
  );
  await inDatabase((database) => database.query(`select graphile_worker.add_job('mature_commissions')`));
  const isRipe = async () => {
    const { data } = await creator('get', `/merchant-accounts/${accountId}/cash-out`);
    return data.some((sum: { in_the_way: string[] }) => sum.in_the_way.length === 0);
  };
  await expect.poll(isRipe).toBe(true);
}

/** One payout that the bank returned, with its reason, and one that was paid, with its reference. */
export async function payOut(sides: Sides, { texts }: HostileFill): Promise<void> {
  const { creator, brand, slug, accountId } = sides;
  await ripen(sides);
  for (const ends of ['fail', 'pay'] as const) {
    const { data: payout } = await creator('post', `/merchant-accounts/${accountId}/payouts`, { currency: 'USD' });
    const { data } = await brand('post', '/step-up', { password: hostilePassword });
    await brand('post', `/brand/${slug}/payouts/approve`, { payout_ids: [payout.id], proof: data.proof });
    await brand('post', `/brand/${slug}/payouts/${payout.id}/send`, { reference: texts.next(140) });
    await brand(
      'post',
      `/brand/${slug}/payouts/${payout.id}/${ends}`,
      ends === 'fail' ? { reason: texts.pack(300) } : { reference: texts.next(140) },
    );
  }
}
