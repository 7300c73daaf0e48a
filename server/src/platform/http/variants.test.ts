import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readInstallation } from '@vitrine/contract/installation.ts';
import { createBrand, listMails, readMail } from '@vitrine/contract/operators.ts';
import { openWorld, type World } from '../../../world/world.ts';
import { shippedFolder } from '../variants/variants.testing.ts';

const atelier = {
  name: 'Atelier & Co',
  hosts: ['circle.atelier.example'],
  theme: { style: 'sharp', accent: { light: '#5b2a86', dark: '#c9a6f0' } },
  termsUrl: 'https://atelier.example/terms',
};
let folder: string;
let world: World;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-variants-'));
  cpSync(shippedFolder, folder, { recursive: true });
  writeFileSync(join(folder, 'atelier.json'), JSON.stringify(atelier));
  world = await openWorld({ variantsDir: folder });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const open = (url: string, host = 'circle.atelier.example') => world.app.inject({ url, headers: { host } });

describe('a variant from a file (S24)', () => {
  test('gives storefronts at its host name its name, look, legal page and colors', async () => {
    const { body } = await open('/@noor');
    expect(body).toContain('<html lang="en" data-project="atelier" data-look="sharp">');
    expect(body).toContain('<p class="wordmark">Atelier &amp; Co</p>');
    expect(body).toContain(
      '<a href="/pages/privacy-policy">Privacy</a> <a href="https://atelier.example/terms">Terms</a>',
    );
    const sheet = /<link rel="stylesheet" href="(\/variants\/[^"]+)">/.exec(body)?.[1] ?? '';
    const { headers, body: css } = await open(sheet);
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(css).toContain('--accent:#5b2a86;--on-accent:#ffffff');
    expect(css).toContain('--accent:#c9a6f0;--on-accent:#000000');
  });

  test('shows nothing at another host name', async () => {
    expect((await open('/@noor', 'evil.circle.atelier.example')).body).not.toContain('Atelier');
  });

  test.each(['/variants/atelier', '/variants/nobody.css', '/variants/beauty.css', '/variants/..%2fgeneral.json'])(
    'has no other file: %s',
    async (url) => {
      expect((await open(url)).statusCode).toBe(404);
    },
  );

  test('is offered to operators, who can give it to a brand', async () => {
    const operator = await world.signIn('operator@vitrine.test');
    const { data } = await operator.call(readInstallation, {});
    expect(data.variants).toEqual([
      { key: 'atelier', name: 'Atelier & Co', is_standard: false },
      { key: 'beauty', name: 'Vitrine Beauty', is_standard: false },
      { key: 'general', name: 'Vitrine', is_standard: true },
    ]);
    const brand = {
      display_name: 'Atelier Nord',
      currency: 'USD',
      shop_url: 'https://nord.example',
      owner: { display_name: 'Nora Berg', email: 'nora@nord.example' },
    };
    const refused = await operator.call(createBrand, { body: { ...brand, project: 'atelie' } });
    expect(refused.problem.errors).toEqual({
      project: ['must be a variant of this installation: atelier, beauty, general'],
    });
    expect((await operator.call(createBrand, { body: { ...brand, project: 'atelier' } })).status).toBe(201);
    const [mail] = (await operator.call(listMails, { query: {} })).data;
    const { text } = (await operator.call(readMail, { params: { mail_id: mail?.id ?? '' } })).data;
    expect(text).toContain('— Atelier & Co\n');
  });
});

test('a brand whose variant is gone has the look of the host name', async () => {
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.updateTable('merchants').set({ project_key: 'closed-shop' }).where('slug', '=', 'glow-lab').execute(),
  );
  expect((await open('/@ava/glow-lab')).body).toContain('data-project="atelier"');
  expect((await open('/@ava/glow-lab', 'portal.example')).body).toContain('data-project="general"');
});
