import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInvitation, register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { createBrand } from '@vitrine/contract/operators.ts';
import { forgotPassword } from '@vitrine/contract/passwords.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { openWorld, type World } from '../../world/world.ts';
import { answerResets } from '../passwords/reset.service.ts';
import { shippedFolder } from '../platform/variants/variants.testing.ts';
import { addInvitation } from './invitations.service.ts';

// Which variant newcomers get, and where their links lead, with a variant that has a host name of its own.

const host = 'circle.atelier.example';
const home = `http://${host}:3000`;
let folder: string;
let world: World;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-variants-'));
  cpSync(shippedFolder, folder, { recursive: true });
  writeFileSync(join(folder, 'atelier.json'), JSON.stringify({ name: 'Atelier Circle', hosts: [host] }));
  world = await openWorld({ variantsDir: folder });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const linkOf = async (email: string) =>
  /https?:\/\/\S+/.exec((await mailsAsSent(world.ctx, email)).at(-1)?.text ?? '')?.[0] ?? '';
const variantOfUser = (email: string) =>
  world.ctx.database
    .as({ role: 'system' }, (tx) =>
      tx.selectFrom('users').select('project_key').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    .then(({ project_key }) => project_key);

async function registerAt(at: string, handle: string): Promise<string> {
  const wanted = { by: 'link', reusable: false, expires_in_days: 7, note: '' } as const;
  const { url } = await addInvitation(world.ctx, world.people.merchants.northwind, wanted);
  const email = `${handle}@creators.test`;
  const { status } = await world.anonymous.call(register, {
    headers: { host: at },
    body: {
      invitation: new URL(url ?? '').hash.slice(1),
      display_name: 'Iris Vale',
      user_handle: handle,
      email,
      password: 'three quiet windows',
      accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
    },
  });
  expect(status).toBe(201);
  return email;
}

describe('a creator who registers', () => {
  test("at a variant's host name gets that variant, and emails with its name and address", async () => {
    const email = await registerAt(`${host}:3000`, 'iris');
    expect(await variantOfUser(email)).toBe('atelier');
    await world.anonymous.call(forgotPassword, { body: { email } });
    await answerResets(world.ctx);
    expect(await linkOf(email)).toMatch(`${home}/reset-password#vtr_`);
    expect((await mailsAsSent(world.ctx, email)).at(-1)?.text).toContain('— Atelier Circle\n');
  });

  test.each(['127.0.0.1:3000', 'evil.test', `evil.${host}:3000`])('at %s gets the standard one', async (at) => {
    const email = await registerAt(at, `iris_${String(at.length)}`);
    expect(await variantOfUser(email)).toBe('general');
    await world.anonymous.call(forgotPassword, { body: { email } });
    await answerResets(world.ctx);
    expect(await linkOf(email)).toMatch(`${world.ctx.config.publicUrl}/reset-password#vtr_`);
  });
});

describe('the link of an invitation', () => {
  const invite = async (login: string, slug: string, at: string, email?: string) => {
    const staff = await world.signIn(login);
    const by = email === undefined ? { by: 'link' as const } : { by: 'mail' as const, email };
    const { data } = await staff.call(createInvitation, {
      params: { merchant: slug },
      headers: { host: at },
      body: { ...by, reusable: false, expires_in_days: 7, note: '' },
    });
    return data.url ?? '';
  };

  test("leads to the host name of the brand's variant, from every other one", async () => {
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.updateTable('merchants').set({ project_key: 'atelier' }).where('slug', '=', 'maison-clair').execute(),
    );
    for (const at of ['127.0.0.1:3000', 'beauty.localhost:3000'])
      expect(await invite('brand@maison.test', 'maison-clair', at)).toMatch(`${home}/start-invite#vti_`);
    await invite('brand@maison.test', 'maison-clair', '127.0.0.1:3000', 'mia@creators.test');
    expect(await linkOf('mia@creators.test')).toMatch(`${home}/start-invite#vti_`);
  });

  test('of a brand without a host name leads to where its staff invites', async () => {
    const { publicUrl } = world.ctx.config;
    expect(await invite('brand@northwind.test', 'northwind-outfitters', `${host}:3000`, 'moe@creators.test')).toMatch(
      home,
    );
    expect(await linkOf('moe@creators.test')).toMatch(`${home}/start-invite#vti_`);
    for (const at of ['127.0.0.1:3000', 'evil.test'])
      expect(await invite('brand@northwind.test', 'northwind-outfitters', at)).toMatch(`${publicUrl}/start-invite#`);
    expect(await invite('brand@glow.test', 'glow-lab', '127.0.0.1:3000')).toMatch(`${publicUrl}/start-invite#`);
  });
});

test("the owner of a new brand gets a link to their variant's host name", async () => {
  const operator = await world.signIn('operator@vitrine.test');
  const { data } = await operator.call(createBrand, {
    body: {
      display_name: 'Atelier Nord',
      currency: 'USD',
      shop_url: 'https://nord.example',
      owner: { display_name: 'Nora Berg', email: 'nora@nord.example' },
      project: 'atelier',
    },
  });
  expect(JSON.stringify(data)).toContain(`${home}/reset-password#vtr_`);
  expect(await linkOf('nora@nord.example')).toMatch(`${home}/reset-password#vtr_`);
});
