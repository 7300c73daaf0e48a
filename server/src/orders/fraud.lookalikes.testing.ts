// Honest histories that look like fraud.
import { type Kind, kind } from './fraud.corpus.testing.ts';
import { dayMs, hourMs } from './fraud.facts.ts';

const minuteMs = 60_000;

export const honestKinds: readonly Kind[] = [
  kind('a quiet creator', 'nothing', false, (diary) => void diary.live(20, 1)),
  kind('a busy creator', 'nothing', false, (diary) => void diary.live(10, 9)),
  kind('a viral day', 'bot_farm', false, (diary) => {
    const at = diary.live();
    for (let index = 0; index < diary.random.whole(60, 150); index += 1)
      diary.add(at + diary.random.whole(0, 10 * hourMs), { delay: diary.random.whole(45_000, 4 * hourMs) });
  }),
  kind('a viral day behind one carrier', 'click_flood', false, (diary) => {
    const at = diary.live();
    for (let index = 0; index < 80; index += 1)
      diary.add(at + diary.random.whole(0, 5 * hourMs), {
        delay: diary.random.whole(45_000, 3 * hourMs),
        ...(diary.random.chance(0.3) && { seen: { visitor: 'carrier' } }),
      });
    const last = diary.orders.at(-1);
    if (last)
      diary.bursts.push({
        orderId: last.orderId,
        fromVisitor: diary.random.whole(5, 60),
        all: diary.random.whole(180, 400),
      });
  }),
  kind('a family with one tablet', 'self_purchase', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(2, 3); index > 0; index -= 1)
      diary.add(at + index * hourMs, { customer: `member ${index}`, seen: { browser: 'tablet', visitor: 'home' } });
    diary.purchase = { creator: 'ava.stone@gmail.com', buyer: 'eva.stone@gmail.com', ownBrowser: false };
  }),
  kind('a namesake at another email provider', 'email_alias', false, (diary) => {
    diary.add(diary.live());
    diary.purchase = {
      ownBrowser: false,
      ...diary.random.of([
        { creator: 'ava.stone@gmail.com', buyer: 'ava.stone@outlook.com' },
        { creator: 'ava.stone@outlook.com', buyer: 'avastone@outlook.com' },
        { creator: 'ava@studio.example', buyer: 'ava-s@studio.example' },
      ]),
    };
  }),
  kind('an office with one address', 'bot_farm', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(4, 9); index > 0; index -= 1)
      diary.add(at + diary.random.whole(0, 50 * minuteMs), {
        delay: diary.random.whole(60_000, 40 * minuteMs),
        seen: { visitor: 'office' },
      });
  }),
  kind('a code that was just given to the audience', 'code_leak', false, (diary) => {
    const at = diary.live();
    const size = diary.random.whole(20, 90);
    for (let index = 0; index < size; index += 1) diary.addCode(at + diary.random.whole(0, 20 * hourMs));
    const createdAt = new Date(at - diary.random.whole(0, 5) * dayMs);
    diary.codes.push({ code: 'AVA10', createdAt, touchless: size, usualMost: 0, clicks: diary.random.whole(0, 300) });
  }),
  kind('an older code mentioned again in a story', 'code_leak', false, (diary) => {
    const at = diary.live();
    const size = diary.random.whole(15, 60);
    for (let index = 0; index < size; index += 1) diary.addCode(at + diary.random.whole(0, 20 * hourMs));
    diary.codes.push({
      code: 'AVA10',
      createdAt: new Date(at - 90 * dayMs),
      touchless: size,
      usualMost: diary.random.whole(0, 3),
      clicks: size + diary.random.whole(20, 400),
    });
  }),
  kind('a code of a weekly podcast', 'code_leak', false, (diary) => {
    const at = diary.live();
    const size = diary.random.whole(15, 40);
    for (let index = 0; index < size; index += 1) diary.addCode(at + diary.random.whole(0, 20 * hourMs));
    const usualMost = diary.random.whole(10, 35);
    diary.codes.push({ code: 'AVA10', createdAt: new Date(at - 200 * dayMs), touchless: size, usualMost, clicks: 3 });
  }),
  kind("other creators' shoppers who find the code", 'code_hijack', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(8, 20); index > 0; index -= 1)
      diary.addCode(at + index * 2 * hourMs, { hasRival: diary.random.chance(0.2) });
  }),
  kind('a shopper who looks for a coupon before paying', 'last_second_click', false, (diary) => {
    const at = diary.live(7, 3);
    for (let index = diary.random.whole(1, 2); index > 0; index -= 1)
      diary.add(at + index * hourMs, { hasRival: true, delay: diary.random.whole(5_000, 50_000) });
  }),
  kind('a shopper who tries sizes', 'refund_cycling', false, (diary) => {
    const at = diary.live();
    const sent = diary.random.whole(1, 2);
    for (let index = 0; index < 3; index += 1)
      diary.add(at + index * 4 * dayMs, { customer: 'sizes', isRefunded: index < sent });
  }),
  kind('a faulty batch that everyone returns', 'refund_cycling', false, (diary) => {
    const at = diary.live(6, 1);
    for (let index = diary.random.whole(8, 25); index > 0; index -= 1)
      diary.add(at + index * hourMs, { isRefunded: diary.random.chance(0.9) });
  }),
  kind('a shopper who orders again with the same click', 'click_reuse', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(2, 6); index > 0; index -= 1)
      diary.add(at + index * diary.random.whole(minuteMs, dayMs), {
        customer: 'regular',
        clickId: 'one click',
        seen: { browser: 'hers' },
      });
  }),
  kind('a checkout that splits into several orders', 'click_reuse', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(2, 5); index > 0; index -= 1)
      diary.add(at + index * 200, {
        customer: null,
        clickId: 'one click',
        delay: 5 * minuteMs + index * 200,
        seen: { browser: 'hers' },
      });
  }),
  kind('a product page passed on to friends', 'click_reuse', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(2, 4); index > 0; index -= 1)
      diary.add(at + index * diary.random.whole(10 * minuteMs, 5 * hourMs), {
        clickId: 'one click',
        seen: { browser: 'first friend' },
      });
  }),
  kind('someone who reloads the page', 'click_flood', false, (diary) => {
    const order = diary.add(diary.live());
    const fromVisitor = diary.random.whole(2, 14);
    diary.bursts.push({ orderId: order.orderId, fromVisitor, all: fromVisitor + diary.random.whole(0, 5) });
  }),
  kind('travelers, gifts and VPNs', 'country_mismatch', false, (diary) => {
    const at = diary.live();
    for (let index = 0; index < 12; index += 1)
      diary.add(at + index * 3 * hourMs, { country: diary.random.chance(0.25) ? 'DE' : 'US', seen: { country: 'US' } });
    for (const country of ['US', 'GB'])
      diary.add(at + diary.random.whole(0, 12) * hourMs, { customer: 'flyer', seen: { browser: 'flyer', country } });
  }),
  kind('an audience abroad', 'country_mismatch', false, (diary) => {
    const at = diary.live(5, 1);
    for (let index = 0; index < 15; index += 1)
      diary.add(at + index * hourMs, { country: 'MX', seen: { country: 'MX' } });
  }),
  kind('ads on other terms', 'brand_bidding', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(3, 12); index > 0; index -= 1)
      diary.add(at + index * hourMs, {
        seen: { searchAd: 'gclid', utm: { source: 'google', medium: 'cpc', term: 'vitamin c serum' } },
      });
  }),
  kind('a page that passes on the parameters of its ad', 'brand_bidding', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(1, 2); index > 0; index -= 1)
      diary.add(at + index * hourMs, { seen: { searchAd: 'gclid' } });
  }),
  kind('paid posts on a social network', 'brand_bidding', false, (diary) => {
    const at = diary.live();
    for (let index = diary.random.whole(3, 12); index > 0; index -= 1)
      diary.add(at + index * hourMs, { seen: { utm: { source: 'instagram', medium: 'cpc', term: '' } } });
  }),
  kind('creators who buy from each other once, and a fan', 'creator_ring', false, (diary) => {
    diary.live();
    diary.purchases.push(
      { orderId: 'a', buyer: 'ava', earner: 'noor' },
      { orderId: 'b', buyer: 'noor', earner: 'ava' },
    );
    for (let index = diary.random.whole(2, 6); index > 0; index -= 1)
      diary.purchases.push({ orderId: `fan ${index}`, buyer: 'kim', earner: 'ava' });
  }),
  kind('a couple of creators with one computer', 'duplicate_account', false, (diary) => {
    diary.live();
    const first = diary.account('ava');
    diary.account('ben', { browsers: first.browsers });
    for (let index = 0; index < 20; index += 1) diary.account(`creator${index}`);
  }),
];
