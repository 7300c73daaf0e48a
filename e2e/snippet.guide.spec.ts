import { expect, test } from '@playwright/test';
import { clickAt, openPage, openShop, textOfGuide } from './snippet.shop.ts';

const portal = `http://127.0.0.1:${process.env['E2E_PORT']}`;
const tag = textOfGuide('<script async', portal);
const field = textOfGuide('<input', portal);

for (const [name, checkout] of Object.entries({
  'the form of the guide': textOfGuide('<form data-vitrine', portal),
  'the field of the guide, in a form of the shop': `<form method="post" action="/checkout">${field}<button>Pay</button></form>`,
})) {
  test(`${name} sends the click with the order`, async ({ page }) => {
    await using shop = await openShop({ head: tag, body: () => checkout });
    const click = clickAt(Date.now());
    await openPage(page, shop.at(`/?vt_click=${click}`));
    await openPage(page, shop.at('/cart'));
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByText('Thank you')).toBeVisible();
    expect(shop.posts.map(({ path, body }) => [path, body])).toEqual([['/checkout', `vt_click=${click}`]]);
  });
}
