import { beforeAll, describe, expect, test } from 'vitest';
import { feedAddressReason } from '../catalogue/feed-reasons.ts';
import { importReason } from '../catalogue/import-reasons.ts';
import { meaningReason } from '../deliveries/meaning-reasons.ts';
import { listReason } from '../invitations/list-reasons.ts';
import { activateLocale, loadTexts } from '../locales/texts.ts';
import { appReason, secretReason } from '../shops/access-reasons.ts';
import { orderReason, syncReason } from '../shops/shop-reasons.ts';
import { ruleReason } from '../terms/rule-reasons.ts';
import { addressReason, pictureReason, refundReason } from './reason-texts.ts';

beforeAll(() => loadTexts('brand', 'deliveries'));

// What the server writes, word for word.
const ofFields = ['must not be empty', 'must have at most 200 characters', 'must not contain control characters'];
const ofFiles = [
  'has 12 cells, but the header has 10',
  'has text after a closing quotation mark',
  'has an opening quotation mark without a closing one',
  'must have at most 200 columns; the first row has 201',
];
const ofAddresses = [
  ...ofFields,
  'must be an address, like https://shop.example/webhooks',
  'must not contain a user name or password',
  'must not lead to this server’s own network, like localhost',
  'must not lead to a private network, like 10.0.0.1',
  'must begin with https://, not http://',
  'must use port 443 or 8443, not 8080',
  'must have a complete host name, not only shop',
];
const ofImports = [
  ...ofFields,
  ...ofFiles,
  'must not contain .. between slashes',
  'must not start with =, +, - or @, because a spreadsheet would run it as a formula',
  'must not contain line breaks or tabs',
  'must be active, draft or archived',
  'must be true, false, or a number of pieces',
  'must be true or false',
  'must be an http or https link that ends in webp, jpeg, jpg, png or gif',
  'appears on more than one line: 2, 7',
  'is ambiguous; use 1350.00 or 1.35',
  'is ambiguous; use 1350, or a price with at most 0 decimals',
  'is in EUR; use USD, the brand’s currency',
  'has “£”, which is not USD, the brand’s currency',
  'must be a price in USD, like 24.90',
  'must be USD, the brand’s currency',
  'must not be below zero',
  'is too large',
  'must start with https://',
  'must not lead back to this portal',
  'must have a host name, not an IP address',
  'must not have a port',
  'must not contain spaces, backslashes or invisible characters',
  'must be a full address, like https://shop.example/page',
  'must not contain a username or password',
  'must lead to the brand’s shop, but the brand has no shop address yet',
  'must lead to shop.example or www.shop.example',
  'must be a product with variants',
  'has 1001 images; at most 1000 are allowed',
  'must have at most 25000 rows; put the rest in another import',
  'must have at most 25000 variants in total, not 25001; split them into several imports',
  'must have each column only once; sku appears twice, as columns 1 and 3. Rename or remove one of them',
];
const ofOrders = [
  ...ofFields,
  ...ofFiles,
  'must be the order number, with at most 200 characters',
  'must be the same in all rows of the order; row 2 has USD',
  'has two possible meanings; write it with two decimals, like 1350.00',
  'must be an amount in USD, like 48.00',
  'must be a whole number from 1 to 1000000',
  'must be an ISO 4217 currency code, like USD',
  'must be a time like 2026-11-20 14:30, or 2026-11-20T14:30:00Z with a time zone',
  'must have at most 200 characters and no control characters',
  'must have at most 2000 orders; put the rest in another file',
  'must have at most 500 rows for each order; 1001 has more',
];
const ofPictures = [
  ...ofFields,
  'must be a JPEG, PNG, WebP or GIF of at most 40 megapixels and 20,000 pixels per side',
  'needs too much memory to open; save it as a regular JPEG or PNG and upload that',
  'takes too long to open; save it as a smaller picture or a regular JPEG or PNG and upload that',
  'was taken down, so it can’t be uploaded again; choose another one',
];
const ofLists = [
  ...ofFiles,
  'must have at least one email address',
  'must have at most 600,000 characters',
  'must have a column named email; its columns are name, note',
  'must have at least one row below the names of the columns',
];
const ofSecrets = [
  'is an address. Enter the secret with which your shop signs its webhooks',
  'is an access token of an app at Shopify. Enter the secret with which Shopify signs its webhooks',
  'is a key of WooCommerce’s REST API. Enter the secret that the plugin shows, or that you chose for the webhooks',
  'is one of your Stripe API keys. Enter the signing secret of the webhook endpoint, which begins with whsec_',
  'must be the signing secret of the webhook endpoint at Stripe, which begins with whsec_',
  'is the secret of the demo, which is public. Use the one that your shop shows',
  'has a space or a sign that no secret has. Copy the secret alone, exactly as your shop shows it',
  'must have 8 to 200 characters. Copy the whole secret, as your shop shows it',
  'must have 8 to 200 characters. Copy the secret alone, as your shop shows it',
];
const ofApps = [
  ...ofFields,
  'must have 8 to 200 letters, numbers or signs without spaces, as Shopify shows it',
  'is “shop.example”. Enter the shop’s own address, like glow-lab.myshopify.com',
  'is the secret of an app. Enter it as the client secret, together with the client ID',
  'is an access token. Enter the API secret key, which Shopify shows below it',
  'is an access token. Enter it as the access token',
  'is missing. Shopify shows it in the settings of the app',
  'is missing. Shopify shows it below the client ID',
  'is glow-lab.myshopify.com, but there is no shop. Compare it with the address in Shopify’s settings',
  'was refused by glow-lab.myshopify.com. Copy it from the settings of the app once more',
  'belongs to an app that isn’t installed in glow-lab.myshopify.com. Install the app there first',
  'belongs to an app without the permission read_orders. Add it in Shopify and install the new version',
  'is a shop that sells in EUR, and the brand’s currency is USD',
  'is glow-lab.myshopify.com, but the shop is paused or closed. Open it in Shopify first',
  'is glow-lab.myshopify.com, but Shopify allows no more requests now. Try again in a minute',
  'is glow-lab.myshopify.com, but it didn’t answer as expected (503). Try again in a minute',
];
const ofRefunds = [
  ...ofFields,
  'must be USD, the order’s currency',
  'must be a line of the order',
  'must not be used by another line',
];
const ofMeanings = [
  ...ofRefunds,
  'must be 1 or more',
  'must be a whole number',
  'must not contain .. between slashes',
  'must be EUR, as when the order came',
];
/** What the forms say in other words, because the server writes to programs. */
const reworded: readonly (readonly [name: string, text: (reason: string) => string, reasons: readonly string[]])[] = [
  ['a list of creators', listReason, ['must have at most 500 rows, not 501; send the rest with another call']],
  [
    'a refund',
    (reason) => refundReason(reason, 'USD'),
    [
      'must not be above 2, the quantity left on this line',
      'must not be above 1250, the amount left on this line',
      'must not be worth more than 1250, the amount left on this line; send an amount instead',
    ],
  ],
  [
    'what a delivery means',
    (reason) => meaningReason(reason, 'USD'),
    [
      'must not be above 1250, the amount left on this line',
      'must be a currency code with three capital letters, like USD',
      'must not be above 1000000',
      'must not be above 1000000000000',
    ],
  ],
  [
    'a commission rule',
    ruleReason,
    [
      'must be a date, like 2026-11-20',
      'must not be before starts_on, which is 2026-12-05; got 2026-12-01',
      'must be the handle of one of your creators; gone is none',
      'must be the id of one of your groups',
      'must not have the same target as rule 0, unless only one of them has dates or is for new customers, or their dates differ',
    ],
  ],
];
const ofFeeds = [
  ...ofAddresses,
  'can’t be used: shop.example',
  'redirects to an address that can’t be used: shop.example',
  'redirects more than 3 times; the last time to shop.example',
  'can’t be reached from here. Check its spelling: it must be public on the internet',
  'has an invalid certificate: shop.example',
  'did not answer completely in time: 60 s',
  'broke off before the answer was complete: 12 bytes',
  'answered with status 404 instead of 200',
  'answered with status 429: its server asks us to come back later',
  'is larger than 20 MB',
  'is a web page, not a table of products; it begins with “<html>”',
  'is not text but PDF; use CSV, TSV or XML',
  'is not in UTF-8 (byte 12); export it as UTF-8',
  'is JSON, not CSV, TSV or XML; it begins with “{”',
  'is XML that can’t be read: line 2',
  'is empty',
];

async function textsIn(language: 'en' | 'es', text: (reason: string) => string, reasons: readonly string[]) {
  await activateLocale(language);
  return reasons.map(text);
}

describe.each([
  ['a webhook’s address', addressReason, ofAddresses],
  ['a product or its file', importReason, ofImports],
  ['a feed', feedAddressReason, ofFeeds],
  ['an order of a file', orderReason, ofOrders],
  ['a logo', pictureReason, ofPictures],
  ['a list of creators', listReason, ofLists],
  ['the secret of a shop', secretReason, ofSecrets],
  ['the app of a shop', appReason, ofApps],
  ['a refund', (reason: string) => refundReason(reason, 'USD'), ofRefunds],
  ['what a delivery means', (reason: string) => meaningReason(reason, 'USD'), ofMeanings],
])('the reasons against %s', (_, text, reasons) => {
  test('are all in Spanish in a Spanish console', async () => {
    await activateLocale('es');
    expect(reasons.filter((reason) => text(reason) === reason)).toEqual([]);
  });

  test('read in English as the server writes them', async () => {
    await activateLocale('en');
    const spelled = reasons.map((reason) => reason.replace('user name', 'username'));
    expect(reasons.map(text).map(ungrouped)).toEqual(spelled.map(ungrouped));
  });
});

/** Programs read the server's reasons too, so their thousands aren't grouped. */
const ungrouped = (text: string) => text.replaceAll(/(?<=\d),(?=\d{3})/g, '');

test('§127: counts in a reason are grouped like other numbers (S20)', async () => {
  const reason = 'must have at most 2000 orders; put the rest in another file';
  expect(await textsIn('en', orderReason, [reason])).toEqual([
    'must have at most 2,000 orders; put the rest in another file',
  ]);
  const [inSpanish] = await textsIn('es', orderReason, [reason]);
  expect(inSpanish).toContain('2.000');
});

test('a reason names fields, hosts and alternatives in the user’s language', async () => {
  await activateLocale('es');
  expect(importReason('must have column names in the first row; title, price are missing')).toBe(
    'debe tener los nombres de las columnas en la primera fila; falta: Nombre y Precio',
  );
  expect(importReason('is ambiguous; use 1350.00 or 1.35')).toBe('es ambiguo; usa 1350.00 o 1.35');
  expect(syncReason('price is too large')).toBe('Precio es demasiado grande');
  expect(syncReason('another variant has the same SKU (variant 12)')).toBe(
    'otra variante tiene el mismo SKU (variante 12)',
  );
  expect(feedAddressReason('can’t be read as products: it has text after a closing quotation mark')).toBe(
    'no se puede leer como productos: tiene texto después de cerrar unas comillas',
  );
});

describe.each(reworded)('the reasons against %s that are written for programs', (_, text, reasons) => {
  test('have words of their own in both languages', async () => {
    const inSpanish = await textsIn('es', text, reasons);
    const inEnglish = await textsIn('en', text, reasons);
    for (const [place, reason] of reasons.entries())
      expect(new Set([reason, inEnglish[place], inSpanish[place]]).size, reason).toBe(3);
  });
});

test('amounts and rules in a reason are those of the form', async () => {
  await activateLocale('en');
  expect(refundReason('must not be above 1250, the amount left on this line', 'USD')).toBe(
    'Please enter at most $12.50, the amount left on this line.',
  );
  expect(ruleReason('must not be before starts_on, which is 2026-12-05; got 2026-12-01')).toBe(
    'Please choose December 5, 2026 or a later day.',
  );
  expect(ruleReason('must not have the same target as rule 0, unless their dates differ')).toContain('as rule 1.');
});

test('pieces that are worth too much are refused without an amount, because their form may have no currency', async () => {
  await activateLocale('en');
  expect(
    meaningReason('must not be worth more than 1250, the amount left on this line; send an amount instead', ''),
  ).toBe('These pieces are worth more than what is left on this line. Please enter an amount instead.');
});

test('a reason without a text is shown as it is written', () => {
  expect(importReason('must be something new')).toBe('must be something new');
});
