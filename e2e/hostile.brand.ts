import type { APIRequestContext } from '@playwright/test';
import { type ApiCaller, callerOf, openSession } from './calls.ts';
import { agent, type HostileFill, hostilePassword } from './hostile.people.ts';
import { bidiTexts, hostileTexts, isName } from './hostile.texts.ts';
import { mailedLink } from './mails.ts';

export async function openHostileBrand(request: APIRequestContext, operator: ApiCaller, { texts, tag }: HostileFill) {
  const email = `owner-${tag}@hostile.test`;
  const { data: brand } = await operator('post', '/operator/brands', {
    display_name: texts.next(60, (text) => text.startsWith('<') && isName(text)),
    currency: 'USD',
    shop_url: `https://hostile.example/'"><svg/onload=ran()>`,
    project: 'general',
    owner: { display_name: texts.next(60, isName), email },
    is_deliberate: true,
  });
  const link = await mailedLink(email, 'brand_opened');
  await callerOf(request, '')('post', '/reset-password', {
    token: new URL(link).hash.slice(1),
    password: hostilePassword,
  });
  const token = await openSession(request, { email, password: hostilePassword, agent });
  return {
    slug: String(brand.slug),
    name: String(brand.display_name),
    token,
    call: callerOf(request, token, hostilePassword),
  };
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** A product name has one line and must not start with a spreadsheet formula character. */
const isNameable = (text: string) => !/[\t\r\n]/.test(text) && !/^\s*[=+\-@＝＋－＠]/u.test(text);

async function stock(brand: ApiCaller, slug: string, { texts }: HostileFill): Promise<void> {
  const rows = hostileTexts.map((text, index) => {
    const title = isNameable(text) ? text : texts.next(200, isNameable);
    const address = `https://hostile.example/p/${index}?q='"><svg/onload=ran()>`;
    const image = `https://hostile.example/'onerror='ran()"onerror="ran().png`;
    const sku = bidiTexts[index] ?? `${index} ${texts.next(100, isNameable)}`;
    return [sku, title, text, texts.next(100, isNameable), address, image, '10.00'].map(cell).join(',');
  });
  const { data: csv } = await brand('post', `/brand/${slug}/products/import`, {
    source: 'csv',
    csv: ['sku,title,description,category,url,image,price', ...rows].join('\n'),
  });
  if (csv.created !== hostileTexts.length)
    throw new Error(JSON.stringify(csv.rows.find((row: { outcome: string }) => row.outcome !== 'created')));
  const { data: shopify } = await brand('post', `/brand/${slug}/products/import`, {
    source: 'shopify',
    products: [
      {
        title: texts.next(90, isNameable),
        handle: '"><svg onload=ran()>',
        body_html: '<p>Soft</p><img src=x onerror=ran()>&lt;script&gt;ran()&lt;/script&gt;',
        product_type: texts.next(100, isNameable),
        images: [{ src: `https://hostile.example/"onload="ran().png` }],
        variants: [{ id: 1, sku: "S'1", title: texts.next(90, isNameable), price: '12.00', available: true }],
      },
    ],
  });
  if (shopify.created !== 1) throw new Error(JSON.stringify(shopify.rows));
}

export async function openOffice(
  brand: ApiCaller,
  slug: string,
  fill: HostileFill,
): Promise<{ key: string; invitationUrl: string }> {
  const { texts, tag } = fill;
  await stock(brand, slug, fill);
  await brand('post', `/brand/${slug}/terms`, {
    note: texts.pack(500),
    rules: [
      { kind: 'percentage', rate: 1500 },
      { kind: 'percentage', rate: 1600, category: texts.next(100, isNameable) },
      { kind: 'percentage', rate: 1700, sku: `0 ${texts.next(100, isNameable)}` },
    ],
  });
  const { data: made } = await brand('post', `/brand/${slug}/api-keys`, {
    name: texts.next(60, isName),
    scopes: ['orders:write', 'orders:read'],
  });
  await brand('post', `/brand/${slug}/invitations`, {
    by: 'mail',
    email: `invited-${tag}@hostile.test`,
    expires_in_days: 1,
    note: texts.pack(600),
  });
  const { data: invitation } = await brand('post', `/brand/${slug}/invitations`, {
    by: 'link',
    reusable: true,
    expires_in_days: 1,
    note: texts.pack(600),
  });
  for (const pinned of [true, false])
    await brand('post', `/brand/${slug}/announcements`, {
      title: texts.next(140, isName),
      body: texts.pack(8_000),
      pinned,
    });
  return { key: String(made.key), invitationUrl: String(invitation.url) };
}
