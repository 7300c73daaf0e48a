import type { APIRequestContext } from '@playwright/test';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { allOf, type ApiCaller, callerOf } from './calls.ts';
import { agent, type HostileFill, hostilePassword } from './hostile.people.ts';
import { shopperAgent } from './people.ts';
import { isName, isTitle } from './hostile.texts.ts';

export async function join(request: APIRequestContext, invitationUrl: string, { texts, tag }: HostileFill) {
  const email = `creator-${tag}@hostile.test`;
  const { data } = await callerOf(request, '')('post', '/register', {
    invitation: new URL(invitationUrl).hash.slice(1),
    display_name: texts.next(60, isName),
    user_handle: `h${tag}`,
    email,
    password: hostilePassword,
    accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
  });
  const { user } = data;
  return { id: String(user.uid), accountId: String(user.merchant_accounts[0].id), email };
}

export async function dress(creator: ApiCaller, accountId: string, { texts }: HostileFill) {
  const at = `/merchant-accounts/${accountId}`;
  await creator('patch', '/me/profile', {
    display_name: texts.next(80, (text) => text.startsWith('<') && isName(text)),
  });
  const look = {
    title: texts.next(80, isName),
    bio: texts.pack(400),
    banner: null,
    accent: '#2e6b4f',
    layout: 'list',
    scheme: 'auto',
  };
  await creator('put', `${at}/appearance`, look);
  const { data: draft } = await creator('post', `${at}/appearance/preview`, { ...look, title: texts.next(80, isName) });
  const collections: string[] = [];
  for (let made = 0; made < 3; made += 1)
    collections.push((await creator('post', `${at}/collections`, { title: texts.next(80, isName) })).data.id);
  for (const [index, product] of (await allOf(creator, `${at}/products`)).entries())
    await creator('post', `${at}/placements`, {
      product_id: product.id,
      collection_id: collections[index % 4] ?? null,
      // Half of them keep the brand's title.
      title: index % 2 === 0 ? null : texts.next(120, isTitle),
      note: texts.next(500),
    });
  return String(draft.path);
}

/** Creates links for the creator and clicks them with every header that a shopper's browser can send. */
export async function share(
  request: APIRequestContext,
  creator: ApiCaller,
  accountId: string,
  { texts, tag }: HostileFill,
): Promise<string> {
  const code = `h-${tag}`;
  for (const own of [code, undefined, undefined])
    await creator('post', `/merchant-accounts/${accountId}/links`, {
      destination: `https://hostile.example/?x='"><svg/onload=ran()>#javascript:ran()`,
      title: texts.next(120, isName),
      ...(own && { code: own }),
    });
  for (let clicks = 0; clicks < 4; clicks += 1) {
    const utm = ['source', 'medium', 'campaign', 'term', 'content'].map((name) => [`utm_${name}`, texts.next(120)]);
    await request.get(`/s/${code}?${new URLSearchParams(utm)}`, {
      maxRedirects: 0,
      headers: {
        'user-agent': clicks % 2 === 0 ? `${shopperAgent} <svg/onload=ran()>` : agent,
        referer: `https://hostile.example/"><svg/onload=ran()>?${clicks}`,
      },
    });
  }
  return code;
}

/** Messages and tickets of both sides, manually entered figures, and bank details. */
export async function talk(
  sides: { creator: ApiCaller; brand: ApiCaller; slug: string },
  accountId: string,
  { texts, tag }: HostileFill,
): Promise<void> {
  const { creator, brand, slug } = sides;
  for (let sent = 0; sent < 3; sent += 1) {
    const message = () => ({ client_id: `${tag}-${sent}-message`, body: texts.pack(4_000) });
    await creator('post', `/chatroom/threads/${accountId}/messages`, message());
    await brand('post', `/brand/${slug}/threads/${accountId}/messages`, message());
  }
  for (const [index, by] of [creator, brand, creator].entries())
    await by('post', '/tickets', {
      kind: index === 0 ? 'problem' : 'help',
      subject: texts.next(120, (text) => text.trim().length > 3 && isName(text)),
      body: texts.pack(4_000),
      context: { route: texts.next(500), version: texts.next(60), browser: texts.next(500) },
    });
  for (const platform of ['instagram', 'tiktok', 'youtube'])
    await creator('post', '/me/social/figures', {
      platform,
      handle: texts.next(60, isName),
      day: new Date().toISOString().slice(0, 10),
      followers: 10,
    });
  const { data } = await creator('post', '/step-up', { password: hostilePassword });
  await creator('put', '/payout-methods', {
    country: 'FR',
    holder_name: texts.next(70, (text) => text.startsWith('<') && isName(text)),
    iban: 'FR76 3000 6000 0112 3456 7890 189',
    proof: data.proof,
  });
}
