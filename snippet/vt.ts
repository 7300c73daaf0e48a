// The shop snippet. It keeps the click id of the landing address in the shop's own cookie and storage, and hands it on
// to cart, forms and payment links. It sends nothing to Vitrine. docs/shops/snippet.md is its guide. Every name in here
// counts towards 1.5 kB on each page of a shop.
import { clickIn, clickName, cookieText, isClick, lastClicks, secondsLeft } from './click.ts';

type Call = readonly [name: keyof Api, ...values: unknown[]];
type Api = {
  /** The click id that this page hands on; null without one. */
  click(): string | null;
  /** Looks at the address and the page again, after a change of page without a load. */
  page(): void;
  /** `true` starts; anything else removes all that is stored, and stops. */
  consent(given: unknown): void;
  /** Makes a call. Before the snippet has loaded, `vitrine` is a list of such calls. */
  push(call: Call): void;
};

declare global {
  interface Window {
    vitrine?: Api | readonly Call[];
    Shopify?: { routes?: { root?: string } };
  }
}

const { parameter = clickName, days: windowDays = 30, domain = '', consent } = document.currentScript?.dataset ?? {};
const lifetime = (windowDays as number) * 86_400;
/** Notes the click that the Shopify cart has, and which cart that was. */
const cartName = 'vt_cart';
const reference = 'client_reference_id';

let isAllowed = consent !== 'wait';
/** The click of this page's address, in memory only. */
let landed: string | undefined;
let click = '';
let sent: string | undefined;

/** Nothing that fails may disturb the shop: a browser can forbid cookies, storage or requests. */
function quietly<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** The values of all cookies of a name: the host and its domain can each have one. */
const cookiesOf = (name: string): string[] =>
  (quietly(() => document.cookie.split('; ')) ?? [])
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));

type Stored = readonly [storage: string | null | undefined, ...cookies: string[]];

const storedOf = (name: string): Stored => [quietly(() => localStorage.getItem(name)), ...cookiesOf(name)];

/**
 * Stores a value until the click's window is over, or removes it if it is empty. Cookies and storage belong to another
 * process, and asking it is most of what the snippet costs: so they are read once, and written only if they differ.
 */
function store(name: string, value: string, [kept, ...cookies]: Stored): void {
  const write = (text: string, host?: string) =>
    quietly(() => {
      document.cookie =
        cookieText(name, text, text ? secondsLeft(click, lifetime) : 0, host) +
        (location.protocol === 'https:' ? ';secure' : '');
    });
  if (cookies.join() !== value) {
    if (cookies[0]) write('');
    if (domain) write(value, domain);
    // The browser refuses a domain that isn't the shop's own.
    if (!domain || cookiesOf(name).join() !== value) write(value);
  }
  if ((kept ?? '') !== value)
    quietly(() => (value ? localStorage.setItem(name, value) : localStorage.removeItem(name)));
}

const each = <Kind extends Element>(selector: string, act: (element: Kind) => void): void =>
  document.querySelectorAll<Kind>(selector).forEach((element) => quietly(() => act(element)));

/** Whether the click replaces a reference. One that the shop has set itself stays. */
const replaces = (old: string | null): boolean => (old ?? '') !== click && (!old || isClick(old));

/** Writes the click id into forms and into Stripe's links and elements; an empty one takes it out again. */
function fill(): void {
  const field = `input[name=${clickName}]`;
  each('form[data-vitrine],form.woocommerce-checkout', (form) => {
    if (!click || form.querySelector(field)) return;
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = clickName;
    form.append(input);
  });
  each<HTMLInputElement>(field, (input) => {
    input.value = click;
  });
  each<HTMLAnchorElement>('a[href^="https://buy.stripe.com/"],a[data-vitrine]', (link) => {
    const query = new URLSearchParams(link.search);
    if (!replaces(query.get(reference))) return;
    query.delete(reference);
    if (click) query.set(reference, click);
    link.search = `${query}`;
  });
  each('stripe-buy-button,stripe-pricing-table', (element) => {
    const name = 'client-reference-id';
    if (replaces(element.getAttribute(name))) element.setAttribute(name, click);
  });
}

/** A click and a Shopify cart: the cart after a purchase is another one. */
const clickInCart = (): string =>
  click &&
  click +
    (cookiesOf('cart')
      .join()
      .match(/[\w-]+/)?.[0] ?? '');

/** Writes the click id into the attributes of Shopify's cart, once for each click and cart. */
function fillCart(): void {
  const { Shopify } = window;
  if (!Shopify) return;
  const wanted = clickInCart();
  if (wanted === sent || wanted === (storedOf(cartName).find(Boolean) ?? '')) return;
  sent = wanted;
  void fetch(`${Shopify.routes?.root ?? '/'}cart/update.js`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attributes: { [clickName]: click } }),
    // What fails is left as it is; `String` is the shortest function that does nothing.
  }).then(({ ok }) => ok && store(cartName, clickInCart(), storedOf(cartName)), String);
}

const observer = new MutationObserver(fill);

function handOn(): void {
  quietly(fill);
  quietly(fillCart);
  if (click) observer.observe(document, { childList: true, subtree: true });
}

function look(): void {
  landed = lastClicks([clickIn(location.search, parameter), landed], lifetime);
  if (!isAllowed) return;
  const stored = storedOf(clickName);
  click = lastClicks([landed, ...stored], lifetime);
  // Also without a click: one whose window is over leaves the storage.
  store(clickName, click, stored);
  if (!click) return;
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', handOn);
  else handOn();
}

function setConsent(given: unknown): void {
  isAllowed = given === true;
  if (isAllowed) return look();
  click = '';
  observer.disconnect();
  handOn();
  for (const name of [clickName, cartName]) store(name, '', storedOf(name));
}

const api: Api = {
  click: () => click || null,
  page: () => quietly(look),
  consent: (given) => quietly(() => setConsent(given)),
  push: ([name, ...values]) => quietly(() => (api[name] as (...values: unknown[]) => void)(...values)),
};

// A list of calls, the snippet itself if the page has its tag twice, or an element of the page with this id.
const before = window.vitrine as (Partial<Api> & Partial<Pick<readonly Call[], 'forEach'>>) | undefined;
if (!before?.consent) {
  window.vitrine = api;
  api.page();
  before?.forEach?.(api.push);
}
