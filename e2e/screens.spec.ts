import { expect, type Page, test } from '@playwright/test';
import { expectMenusWhole, expectNoSidewaysScroll, expectPopoversWhole } from './overflow.ts';
import { signInAs } from './people.ts';
import { expectEverythingFits, expectSoundInBothSchemes, watchForFaults } from './soundness.ts';
import { areas, type Screen } from './screens.list.ts';

// Every screen is loaded once and checked at each width in light and dark mode.

const widths = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'desktop', width: 1440, height: 900 },
];

/** The page has its heading and its eager pictures, and nothing is loading. */
async function expectLoaded(page: Page, { heading, open }: Screen): Promise<void> {
  const found = page.getByRole('heading', heading === undefined ? { level: 1 } : { name: heading });
  await expect(found.first()).toBeAttached();
  const loading = page.getByRole('status').filter({ hasText: /Loading|Checking/ });
  await expect(loading).toHaveCount(0);
  if (open) {
    await open(page);
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    await expect(loading).toHaveCount(0);
  }
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter((image) => image.loading !== 'lazy')
        .map((image) => image.decode().catch(() => undefined)),
    ),
  );
}

/** The frame applies a new width after 200 ms (S08); a page without the frame only uses media queries. */
async function resize(page: Page, { name, ...viewport }: (typeof widths)[number]): Promise<void> {
  await page.setViewportSize(viewport);
  const frame = page.locator('[data-layout]');
  if ((await frame.count()) > 0) await expect(frame).toHaveAttribute('data-layout', name);
}

async function expectNoSidewaysScrollAtTwice(page: Page, about: string): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
  await setSize('200%');
  await expectNoSidewaysScroll(page, `${about} with text at twice its size`);
  await setSize('');
}

for (const { name: area, email, screens } of areas) {
  test(`every screen fits and is accessible at every width, in light and dark mode: ${area}`, async ({ page }) => {
    test.setTimeout(240_000);
    const faults = watchForFaults(page);
    if (email) await signInAs(page, email);
    let opened = 0;
    for (const screen of screens) {
      await page.goto(screen.path);
      await screen.goOn?.(page);
      await expectLoaded(page, screen);
      for (const width of widths) {
        const about = `${screen.path} on a ${width.name}`;
        await resize(page, width);
        // A tablet shows parts of the other two: only how they fit is new.
        if (width.name === 'tablet') await expectEverythingFits(page, about);
        else await expectSoundInBothSchemes(page, about);
        if (!email || screen.open) continue;
        opened += (await expectPopoversWhole(page, about)) + (await expectMenusWhole(page, about));
        await expectNoSidewaysScrollAtTwice(page, about);
      }
    }
    // Pages without a login have no popovers.
    if (email) expect(opened).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });
}

test('a row of pictures reaches the edge of the window', async ({ page }) => {
  await signInAs(page, 'ava@creators.test');
  await page.goto('/');
  const row = page.getByRole('list', { name: 'Most clicked' });
  for (const { name, ...viewport } of widths) {
    await page.setViewportSize(viewport);
    // Clipped parts don't receive clicks.
    const isDrawn = () =>
      row.evaluate((list) => {
        list.scrollIntoView({ block: 'center' });
        const { right, top, height } = list.getBoundingClientRect();
        const edge = Math.min(right, document.documentElement.clientWidth);
        return list.contains(document.elementFromPoint(edge - 1, top + height / 2));
      });
    await expect.poll(isDrawn, { message: name }).toBe(true);
  }
});
