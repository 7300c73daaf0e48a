import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { readSnippetFiles } from '../server/src/snippet/snippet.files.ts';
import { createClickIds } from '../server/src/hits/click-id.ts';
import { type BareWindow, type BenchBrowser, openBareWindow, openBrowser } from './browser.ts';
import type { BenchFigure } from './figure.ts';
import { phoneSlowdown } from './phone.ts';

// What the shop snippet costs a shop: its bytes, and the time of the main thread on a phone (phone.ts). The time
// contains compiling and everything that the snippet does on a page: cookie, storage, form, payment links, cart. Waiting
// for the browser's other processes is part of it, so a machine that does something else at the same time measures that
// too; the middle of the visits counts.
//
// The first script that uses a part of the browser pays for it: the objects of the page, the cookies, the storage and the
// form field are then created or opened. On a page without other scripts that is more than half of the time, so the
// figures for such a page are the highest. The figures after the shop's own scripts are what the snippet adds to a shop
// whose scripts have used them before.

const sizeGoal = 1_500;
const timeGoal = 2;

/** A shop's page of about 1,500 elements. */
const product = `<li><a href="/p"><img alt="" width="1" height="1"><b>Dew Serum</b><i>48.00</i></a><button>Add</button></li>`;
const pageWith = (head: string, body: string) => `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head>
<body><ul>${product.repeat(240)}</ul>${body}</body></html>`;
const pages: Record<string, string> = {
  '/form': pageWith('', '<form data-vitrine><input name="email"></form><a href="https://buy.stripe.com/abc">Buy</a>'),
  '/shopify': pageWith('<script>window.Shopify = {};</script>', ''),
};

/** Runs the code as a browser runs a loaded script, on a complete page; the value is its time in milliseconds. */
function timed(code: string): string {
  return `(() => {
    const tag = document.createElement('script');
    tag.textContent = ${JSON.stringify(code)};
    const startedAt = performance.now();
    document.head.append(tag);
    return performance.now() - startedAt;
  })()`;
}

/** What a shop's own scripts use of the browser before the snippet runs. */
const ownScripts = `
  document.cookie;
  localStorage.getItem('cart');
  new URLSearchParams(location.search).get('page');
  document.querySelectorAll('a[href^="/"],form[action]');
  document.createElement('input').type = 'hidden';
  new MutationObserver(() => undefined).observe(document, { childList: true });`;

/** `before` runs first and isn't measured. */
type Visit = { origin: string; path: string; code: string; before?: string };

/** A visit with nothing stored, in a browser of its own. */
async function timeVisit(
  browser: BenchBrowser,
  slowdown: number,
  { origin, path, code, before = '' }: Visit,
): Promise<number> {
  await using page: BareWindow = await openBareWindow(browser);
  await page.send('Page.enable');
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.send('Page.navigate', { url: `${origin}${path}` });
  while (!(await page.evaluate<boolean>(`location.origin === '${origin}' && document.readyState === 'complete'`)));
  if (before) await page.evaluate(timed(before));
  // Awaited, because the window closes at the end of this function.
  const time = await page.evaluate<number>(timed(code));
  return time;
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

export async function measureSnippet({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  const { code } = readSnippetFiles().current;
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[url.split('?', 1)[0] ?? '']);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  await using browser = await openBrowser();
  await using yardstick = await openBareWindow(browser);
  const click = createClickIds()(Date.now());
  const times: Record<'form' | 'shopify' | 'none' | 'formLater' | 'noneLater' | 'empty', number[]> = {
    form: [],
    shopify: [],
    none: [],
    formLater: [],
    noneLater: [],
    empty: [],
  };
  const slowdowns: number[] = [];
  for (let round = 0; round < (quick ? 5 : 15); round += 1) {
    const slowdown = await phoneSlowdown(yardstick);
    slowdowns.push(slowdown);
    const time = (path: string, more?: Partial<Visit>) => timeVisit(browser, slowdown, { origin, path, code, ...more });
    times.form.push(await time(`/form?vt_click=${click}`));
    times.shopify.push(await time(`/shopify?vt_click=${click}`));
    times.none.push(await time('/form'));
    times.formLater.push(await time(`/form?vt_click=${click}`, { before: ownScripts }));
    times.noneLater.push(await time('/form', { before: ownScripts }));
    times.empty.push(await time('/form', { code: '/**/' }));
  }
  server.closeAllConnections();
  server.close();
  const size = gzipSync(code).length;
  const empty = middle(times.empty);
  const visits = `empty script ${empty.toFixed(2)} ms, ${slowdowns.length} visits, processor ÷ ${middle(slowdowns).toFixed(1)}`;
  const timeFigure = (name: string, values: readonly number[]): BenchFigure => {
    const time = middle(values);
    const worst = Math.max(...values);
    return {
      name: `snippet: main thread, ${name}`,
      value: `${time.toFixed(2)} ms (worst ${worst.toFixed(2)})`,
      yardstick: visits,
      ratio: (time / empty).toFixed(1),
      goal: `≤ ${timeGoal} ms`,
      holds: time <= timeGoal,
    };
  };
  return [
    {
      name: 'snippet: size with gzip',
      value: `${size} B`,
      yardstick: `${code.length} B uncompressed`,
      ratio: (size / code.length).toFixed(2),
      goal: `≤ ${sizeGoal} B`,
      holds: size <= sizeGoal,
    },
    timeFigure('click, form and Stripe link', times.form),
    timeFigure('click, Shopify cart', times.shopify),
    timeFigure('no click', times.none),
    timeFigure('click, form and Stripe link, after the shop’s own scripts', times.formLater),
    timeFigure('no click, after the shop’s own scripts', times.noneLater),
  ];
}
