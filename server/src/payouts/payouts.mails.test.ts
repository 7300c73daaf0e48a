import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  downloadStatementCsv,
  downloadStatementPdf,
  failPayout,
  listStatements,
  payPayout,
} from '@vitrine/contract/payouts.ts';
import { changeProfile } from '@vitrine/contract/accounts.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import type { TestEarner } from '../ledger/ledger.testing.ts';
import { closeStatements } from './payouts.schedule.ts';
import { addMethod, american, approve, avaOf, earnCurrent, request } from './payouts.testing.ts';
import { textOf } from './pdf.testing.ts';

let world: World;
let ava: TestEarner;
let creator: Client;
let owner: Client;
beforeEach(async () => {
  world = await openWorld({ at: new Date('2026-10-20T12:00:00Z') });
  ava = avaOf(world);
  creator = await world.signIn('ava@creators.test');
  owner = await world.signIn('brand@glow.test');
});
afterEach(() => world[Symbol.asyncDispose]());

async function mailsTo(recipient: string) {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('created_at').orderBy('id').execute(),
  );
}
const kindsTo = async (recipient: string) => (await mailsTo(recipient)).map((mail) => mail.kind);
const of = (payoutId: string) => ({ merchant: 'glow-lab', payout_id: payoutId });
/** Some languages use non-breaking spaces in money and dates. */
const plain = (text = '') => text.replaceAll(/[\u00a0\u202f]/g, ' ');

async function cashOut(): Promise<string> {
  await earnCurrent(world, ava, 412_345n);
  const { id } = granted(await request(creator, ava));
  granted(await approve(owner, 'glow-lab', id));
  return id;
}

async function turnTheMonth(): Promise<void> {
  world.clock.set(new Date('2026-11-01T00:30:00Z'));
  await Promise.all([closeStatements(world.ctx), closeStatements(world.ctx)]);
}

test('a creator who turned payout emails off gets none, except when the payout method changes', async () => {
  granted(await creator.call(changeProfile, { body: { notifications: { payout: false } } }));
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('users')
      .set({ notifications: JSON.stringify({ payout: false }) })
      .where('email', '=', 'brand@glow.test')
      .execute(),
  );
  await addMethod(creator);
  granted(await owner.call(payPayout, { params: of(await cashOut()), body: {} }));
  granted(await owner.call(failPayout, { params: of(await cashOut()), body: { reason: 'No such account' } }));
  await turnTheMonth();
  expect(await kindsTo('ava@creators.test')).toEqual(['payout_details_changed']);
  expect(await kindsTo('brand@glow.test')).toEqual([]);
});

test('a closed month is emailed once, however many requests close it, and only if the balance changed', async () => {
  await earnCurrent(world, ava, 3_000n);
  await turnTheMonth();
  const [mail, ...others] = await mailsTo('ava@creators.test');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'statement_ready',
    subject: 'Your October 2026 statement from Glow Lab is ready',
  });
  expect(mail?.text).toContain('Closing balance: $30.00');
  expect(mail?.text).toContain(`${world.ctx.config.publicUrl}/earnings?view=statements`);
  world.clock.set(new Date('2026-12-01T00:30:00Z'));
  expect(await closeStatements(world.ctx)).toBe(1);
  expect(await kindsTo('ava@creators.test')).toEqual(['statement_ready']);
});

test("emails about money are in their reader's language, with its number and date formats", async () => {
  granted(await creator.call(changeProfile, { body: { locale: 'es', time_zone: 'America/Bogota' } }));
  await addMethod(creator);
  world.clock.advance(1_000);
  await addMethod(creator, american);
  const changed = (await mailsTo('ava@creators.test')).at(-1);
  expect(changed?.subject).toBe('Tus datos bancarios han cambiado');
  // Three days later at noon UTC, which is seven in Bogotá.
  expect(plain(changed?.text)).toContain('podrás usarla a partir del viernes, 23 de octubre de 2026, 7:00');
  expect(changed?.html).toContain('<html lang="es">');
  expect(changed?.html).toContain('O abre este enlace:');

  world.clock.advance(4 * 86_400_000);
  [creator, owner] = [await world.signIn('ava@creators.test'), await world.signIn('brand@glow.test')];
  granted(await owner.call(payPayout, { params: of(await cashOut()), body: { reference: 'SEPA 9' } }));
  const paid = (await mailsTo('ava@creators.test')).find(({ kind }) => kind === 'payout_paid');
  expect(plain(paid?.subject)).toBe('Glow Lab te ha pagado 4.123,45 US$');
  expect(paid?.text).toContain('Referencia: SEPA 9');
  expect((await mailsTo('brand@glow.test'))[0]?.subject).toBe('Ava Lindqvist requested a payout of $4,123.45');
});

test("a statement is written in the creator's language", async () => {
  granted(await creator.call(changeProfile, { body: { locale: 'es' } }));
  await earnCurrent(world, ava, 412_345n);
  const params = { merchant_account_id: ava.merchantAccountId, month: '2026-10' };
  expect(granted(await creator.call(listStatements, { params }))).toHaveLength(1);
  const pdf = (await creator.call(downloadStatementPdf, { params })).data as unknown as Buffer;
  const text = plain(textOf(pdf));
  expect(text).toContain('Octubre de 2026');
  expect(text).toContain('Ava Lindqvist con Glow Lab');
  expect(text).toContain('4.123,45 US$');
  expect(text).toContain('Cómo verificar este extracto');
  expect(text).not.toMatch(/Opening|Closing|Balance|Statement|window/);
  const [head, first, entry] = (await creator.call(downloadStatementCsv, { params })).data.split('\r\n');
  expect(head).toBe(
    '\uFEFF"movimiento","fecha","tipo","motivo","pedido","importe","saldo","moneda","línea","huella","referencia del pedido"',
  );
  expect(first).toContain('"Saldo inicial"');
  expect(entry).toContain('plazo de devolución terminado"');
});
