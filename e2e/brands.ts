import type { APIRequestContext } from '@playwright/test';
import { callerOf, tokenOf } from './hostile.call.ts';
import { mailedLink } from './mails.ts';
import { newcomer } from './newcomers.ts';
import { password, shopperAgent } from './people.ts';

/** Opens a brand that no other journey knows, and signs its owner in. */
export async function openNewBrand(request: APIRequestContext) {
  const { email } = newcomer();
  const operator = callerOf(request, await tokenOf(request, 'operator@vitrine.test', password, shopperAgent));
  const { data: brand } = await operator('post', '/operator/brands', {
    display_name: `Brand of ${email}`,
    currency: 'USD',
    shop_url: 'https://new-brand.example',
    project: 'general',
    owner: { display_name: 'Ines Maro', email },
  });
  const link = await mailedLink(email, 'brand_opened');
  const ownerPassword = 'three quiet windows';
  await callerOf(request, '')('post', '/reset-password', {
    token: new URL(link).hash.slice(1),
    password: ownerPassword,
  });
  const token = await tokenOf(request, email, ownerPassword, shopperAgent);
  return { slug: String(brand.slug), token, owner: callerOf(request, token) };
}
