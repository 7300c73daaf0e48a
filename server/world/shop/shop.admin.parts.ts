import { html, type Html } from '../../src/platform/http/html.ts';
import type { ShopRoute } from './shop.platform.ts';
import { saveHead, type StandInShop } from './shop.stock.ts';

/** Where the owner pastes what others give them for every page. */
export function tagsForm({ head }: StandInShop): Html {
  return html`<form method="post" action="/admin/head"><label>Tags in the head of every page
<textarea name="head" spellcheck="false">${head}</textarea></label><button>Save tags</button></form>`;
}

/** A secret to copy. */
export function secretField(label: string, secret: string): Html {
  return html`<form><label>${label} <input id="secret" value="${secret}" readonly></label></form>`;
}

export const saveTags: ShopRoute = [
  'POST',
  '/admin/head',
  ({ database, shop, form }) => {
    saveHead(database, shop, form.get('head') ?? '');
    return { status: 303, location: '/admin/connect' };
  },
];
