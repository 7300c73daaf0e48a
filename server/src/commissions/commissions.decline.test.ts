import { afterEach, beforeEach, expect, test } from 'vitest';
import { declineCommission, listCommissions } from '@vitrine/contract/commissions.ts';
import { explainOrder } from '@vitrine/contract/decisions.ts';
import { readOrder, receiveOrder } from '@vitrine/contract/orders.ts';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import type { Client } from '../../world/client.ts';
import { demoApiKey } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf, usd } from '../orders/orders.testing.ts';

const reason = 'Bought by the creator <script>alert("1")</script> with her own card';
let world: World;
let ava: Client;
let staff: Client;
beforeEach(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  staff = await world.signIn('brand@glow.test');
});
afterEach(() => world[Symbol.asyncDispose]());

/** An order with its creator's own email address is held, and its brand declines it. */
async function decline(orderId: string): Promise<void> {
  const { clickId } = await makeHit(world, 'avaGlow');
  const body = orderOf(world, orderId, { click_id: clickId, customer: { email: 'ava@creators.test' } });
  granted(await world.shop(demoApiKey).call(receiveOrder, { body }));
  const params = { merchant: 'glow-lab', order_id: orderId };
  const [commission] = granted(await staff.call(readOrder, { params })).commissions;
  const of = { merchant: 'glow-lab', commission_id: commission?.id ?? '' };
  granted(await staff.call(declineCommission, { params: of, body: { reason } }));
}

async function mailsToAva() {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('recipient', '=', 'ava@creators.test').execute(),
  );
}

test('a declined commission shows its reason to the creator, in the list and in the explanation, and to the brand', async () => {
  await decline('own');
  const [commission] = granted(await ava.call(listCommissions));
  expect(commission).toMatchObject({ net: usd('0'), reversal: 'declined', decline_reason: reason });
  const hold = { state: 'declined', at: world.clock.now().toISOString(), reason };
  const explanation = granted(await ava.call(explainOrder, { params: { order_id: 'own' } }));
  expect(explanation).toMatchObject({ net: usd('0'), reversal: 'declined', lines: [{ hold }] });
  const sheet = granted(await staff.call(readOrder, { params: { merchant: 'glow-lab', order_id: 'own' } }));
  expect(sheet).toMatchObject({ commissions: [{ decline_reason: reason }], explanation: { lines: [{ hold }] } });
});

test('the creator gets the reason in an email, escaped, with a link to the explanation', async () => {
  await decline('own & more');
  const [mail, ...others] = await mailsToAva();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'commission_declined',
    subject: 'Glow Lab declined a commission of $7.20',
  });
  expect(mail?.text).toContain(reason);
  expect(mail?.text).toContain(`${world.ctx.config.publicUrl}/earnings?order=own+%26+more&merchant=glow-lab`);
  expect(mail?.html).toContain('&lt;script&gt;');
  expect(mail?.html).not.toContain('<script>');
});

test('the email is in the creator’s language', async () => {
  granted(await ava.call(changeProfile, { body: { locale: 'es' } }));
  await decline('own');
  const [mail] = await mailsToAva();
  expect(mail?.subject.replaceAll(/\s/g, ' ')).toBe('Glow Lab rechazó una comisión de 7,20 US$');
  expect(mail?.text).toContain('Este es el motivo que dio:');
  expect(mail?.html).toContain('<html lang="es">');
});

test('a creator who turned these emails off gets none', async () => {
  granted(await ava.call(changeProfile, { body: { notifications: { hold: false } } }));
  await decline('own');
  expect(await mailsToAva()).toEqual([]);
});
