import { createHmac, randomUUID } from 'node:crypto';
import { html, type Html } from '../../src/platform/http/html.ts';
import type { PlatformRules, ShopAnswer, ShopVisit } from './shop.platform.ts';
import { saveHead } from './shop.stock.ts';
import { addEndpoint, listEndpoints, removeEndpoints } from './shop.webhooks.ts';

// The settings page of our plugin (integrations/woocommerce), which does the same as this.

const topics = ['order.created', 'order.updated', 'order.deleted', 'order.restored'];

/** The secret that the plugin has made, as it fits into its field. */
const secretOf = ({ shop }: ShopVisit) => shop.secret.slice(0, 40);

function page(visit: ShopVisit): Html {
  const [endpoint] = listEndpoints(visit.database, visit.shop);
  const note = visit.url.searchParams.get('note');
  return html`<h2>Vitrine</h2>${note !== null && html`<p role="status">${note}</p>`}
<p>Copy the secret to your portal (Settings → Shop → WooCommerce) and save it there. Then choose Connect here.</p>
<form method="post" action="/admin/vitrine" aria-label="Vitrine">
<label>Secret <input id="secret" name="secret" value="${endpoint?.secret ?? secretOf(visit)}" autocomplete="off"></label>
<label>Address <input name="address" value="${endpoint?.address ?? ''}"></label>
<label>Snippet <textarea name="snippet" spellcheck="false">${visit.shop.head}</textarea></label>
<button>Connect</button></form>`;
}

/** Sends the signed test; returns why it failed, or an empty text. */
async function faultOfTest(address: string, secret: string): Promise<string> {
  const body = JSON.stringify({ ping: Math.floor(Date.now() / 1_000) });
  const answer = await fetch(address, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-topic': 'ping',
      'x-wc-webhook-delivery-id': randomUUID(),
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
  });
  await answer.arrayBuffer();
  if (answer.status === 401) return 'Your portal doesn’t know this secret. Save it there first, then connect again.';
  return answer.ok ? '' : `Your portal answered with status ${answer.status}. Check the address.`;
}

async function connect(visit: ShopVisit): Promise<ShopAnswer> {
  const { database, shop, form } = visit;
  const [address, secret] = [form.get('address')?.trim() ?? '', form.get('secret')?.trim() ?? ''];
  const back = (note: string): ShopAnswer => ({
    status: 303,
    location: `/admin/connect?note=${encodeURIComponent(note)}`,
  });
  if (!/^https?:\/\/\S+\/api\/v1\/integrations\/woocommerce\/[^\s/]+$/.test(address))
    return back('Enter the address that your portal shows in Settings → Shop → WooCommerce.');
  if (!/^[A-Za-z0-9_-]{8,200}$/.test(secret))
    return back('The secret must have 8 to 200 letters, numbers, hyphens or underscores.');
  saveHead(database, shop, form.get('snippet')?.trim() ?? '');
  const fault = await faultOfTest(address, secret);
  if (fault !== '') return back(fault);
  removeEndpoints(database, shop);
  for (const topic of topics) {
    const id = addEndpoint(database, shop, { topics: [topic], address, secret });
    // WooCommerce tries the address whenever a webhook is saved; this test isn't signed.
    await fetch(address, { method: 'POST', body: new URLSearchParams({ webhook_id: String(id) }) });
  }
  return back('Connected. Your portal received a test, and your orders go there from now on.');
}

export const wooConnect: PlatformRules['connect'] = { page, routes: [['POST', '/admin/vitrine', connect]] };
