import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAppearance, previewAppearance, readAppearance } from '@vitrine/contract/appearance.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

let world: World;
let ava: Client;
let params: { merchant_account_id: string };
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  params = { merchant_account_id: world.people.accounts.avaGlow };
});
afterAll(() => world[Symbol.asyncDispose]());

type Wanted = BodyOf<typeof changeAppearance>;
const plain: Wanted = { title: '', bio: '', banner: null, accent: null, layout: 'grid', scheme: 'auto' };
const change = (wanted: Partial<Wanted>) => ava.call(changeAppearance, { params, body: { ...plain, ...wanted } });
const open = (url: string) => world.app.inject(url);
const upload = async (by: Client) => {
  const bytes = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c86' } })
    .png()
    .toBuffer();
  return granted(await by.call(uploadPicture, { query: { purpose: 'banner' }, file: { type: 'image/png', bytes } }));
};

describe('how a storefront looks (S27)', () => {
  it("is the brand's own until the creator chooses one", async () => {
    expect(granted(await ava.call(readAppearance, { params }))).toEqual(plain);
  });

  it('shows to shoppers as soon as it is saved: texts, banner, accent, layout, day or night', async () => {
    const banner = await upload(ava);
    const { data } = await change({
      title: 'My shelf',
      bio: 'Down to the last drop.',
      banner: banner.path,
      accent: '#1C5940',
      layout: 'list',
      scheme: 'dark',
    });
    expect(data).toEqual({
      title: 'My shelf',
      bio: 'Down to the last drop.',
      banner: { path: banner.path, url: banner.url },
      accent: '#1c5940',
      layout: 'list',
      scheme: 'dark',
    });
    const { body } = await open('/@ava/glow-lab');
    expect(body).toContain('<h1>My shelf</h1>');
    expect(body).toContain('Down to the last drop.');
    expect(body).toContain(`<img class="banner" src="${banner.path}"`);
    expect(body).toContain(`<meta property="og:image" content="${world.ctx.config.publicUrl}${banner.path}">`);
    expect(body).toContain('<html lang="en" data-project="beauty" data-look="sharp" class="dark">');
    expect(body).toContain('<meta name="color-scheme" content="dark">');
    expect(body).toContain('<ul class="tiles list"');
    expect(body).not.toMatch(/ style=|<style/);
    const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { statusCode, headers, body: rules } = await open(sheet);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(headers['cache-control']).toContain('immutable');
    expect(rules).toContain('--accent:#1c5940');
  });

  it('is refused by field if invalid, and stays unchanged', async () => {
    await change({ title: 'Before' });
    for (const [wrong, field] of [
      [{ title: 'x'.repeat(81) }, 'title'],
      [{ bio: 'x'.repeat(401) }, 'bio'],
      [{ bio: 'a\u0000b' }, 'bio'],
      [{ accent: 'red' }, 'accent'],
      [{ accent: '#12345' }, 'accent'],
      [{ accent: '#123456;}' }, 'accent'],
      [{ banner: 'https://evil.example/x.webp' }, 'banner'],
      [{ banner: '/media/p/AAAAAAAAAAAAAAAAAAAAAA.webp' }, 'banner'],
      [{ layout: 'spiral' as 'grid' }, 'layout'],
      [{ scheme: 'sepia' as 'auto' }, 'scheme'],
    ] as const) {
      const { status, problem } = await change(wrong);
      expect([wrong, status, Object.keys(problem.errors ?? {})]).toEqual([wrong, 422, [field]]);
    }
    expect(granted(await ava.call(readAppearance, { params })).title).toBe('Before');
  });

  it('cannot use a picture of another user', async () => {
    const foreign = await upload(await world.signIn('noor@creators.test'));
    expect((await change({ banner: foreign.path })).problem.errors).toEqual({
      banner: ['must be a picture you uploaded'],
    });
  });
});

describe('the style sheet of a storefront', () => {
  it('accepts a color of six digits and nothing else', async () => {
    const own = (await open('/media/storefront.css')).body;
    for (const wrong of ['red', '12345', '1234567', '123456;}body{display:none', '%22%3E', 'ABCDEF'])
      expect((await open(`/media/storefront.css?accent=${encodeURIComponent(wrong)}`)).body).toBe(own);
    expect((await open('/media/storefront.css?accent=ff0000')).body.length).toBeGreaterThan(own.length);
  });
});

describe('the preview of a look (S27)', () => {
  const preview = async (wanted: Partial<Wanted>) =>
    granted(await ava.call(previewAppearance, { params, body: { ...plain, ...wanted } })).path;

  it('is the real page with the draft applied, in a frame of our own only; nothing is saved', async () => {
    await change({ title: 'Saved' });
    const path = await preview({ title: 'Draft', layout: 'feature', accent: '#aa3377', scheme: 'light' });
    const { statusCode, headers, body } = await open(path);
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>Draft</h1>');
    expect(body).toContain('<ul class="tiles feature"');
    expect(body).toContain('data-look="sharp" class="light"');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const { headers: real, body: saved } = await open('/@ava/glow-lab');
    expect(saved).toContain('<h1>Saved</h1>');
    expect(real['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(real['x-frame-options']).toBe('DENY');
  });

  it('is refused for a draft of another storefront, a changed draft or an old one', async () => {
    await change({ title: 'Saved' });
    const path = await preview({ title: 'Draft' });
    const [, draft = ''] = path.split('?draft=');
    const elsewhere = await open(`/@noor/northwind-outfitters/preview?draft=${draft}`);
    expect(elsewhere.body).not.toContain('Draft');
    const bent = `${draft.slice(0, -4)}${draft.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const wrong of [bent, '', 'nonsense', '%00', draft.slice(0, 30)])
      expect((await open(`/@ava/glow-lab/preview?draft=${wrong}`)).body).toContain('<h1>Saved</h1>');
    world.clock.advance(3_600_001);
    expect((await open(path)).body).toContain('<h1>Saved</h1>');
  });

  it('follows a changed handle, and is not found for a missing page', async () => {
    expect((await open('/@AVA/glow-lab/preview')).headers.location).toBe('/@ava/glow-lab/preview');
    expect((await open('/@nobody/glow-lab/preview')).statusCode).toBe(404);
  });
});
