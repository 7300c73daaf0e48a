import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Texts in the open popovers and sheets that overflow them. */
    cutOffTexts(): string[];
  }
}

/** Runs in the page. Ignores texts with an ellipsis and content that scrolls sideways. */
function defineCutOffTexts(): void {
  const isMeant = (element: Element, box: Element): boolean => {
    for (let at: Element | null = element; at !== null && at !== box; at = at.parentElement) {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(at);
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis' || clipPath !== 'none')
        return true;
    }
    return false;
  };
  const textsOutside = (box: Element): string[] => {
    const { left, right } = box.getBoundingClientRect();
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement, textContent } = node;
      if (!parentElement || !textContent?.trim() || isMeant(parentElement, box)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const isOutside = [...range.getClientRects()].some((rect) => rect.left < left - 1 || rect.right > right + 1);
      if (isOutside) found.push(textContent.trim().slice(0, 60));
    }
    return found;
  };
  window.cutOffTexts = () =>
    [...document.querySelectorAll(':popover-open, dialog[open], [role=menu]')].flatMap(textsOutside);
}

/** Polls, because the page takes up a new width after 200 ms (S08). */
export async function expectNoSidewaysScroll(page: Page, about = ''): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(over, { message: `sideways scroll: ${about}` }).toBeLessThanOrEqual(0);
}

/** No text of an open popover, sheet or tooltip is cut off at its side. */
export async function expectNothingCutOff(page: Page, about = ''): Promise<void> {
  await page.evaluate(defineCutOffTexts);
  expect(await page.evaluate(() => window.cutOffTexts()), `cut off: ${about}`).toEqual([]);
}

/** Opens every popover of the page in turn and reports what each cuts off; returns how many there are. */
export async function expectPopoversWhole(page: Page, about: string): Promise<number> {
  await page.evaluate(defineCutOffTexts);
  const { count, faults } = await page.evaluate(() => {
    const popovers = [...document.querySelectorAll<HTMLElement>('[popover]')];
    const faults = popovers.flatMap((popover) => {
      popover.showPopover();
      const texts = window.cutOffTexts();
      const isWide = popover.scrollWidth > popover.clientWidth + 1;
      popover.hidePopover();
      const name = popover.getAttribute('aria-label') ?? '';
      return [...texts, ...(isWide ? ['scrolls sideways'] : [])].map((text) => `${name}: ${text}`);
    });
    return { count: popovers.length, faults };
  });
  expect(faults, about).toEqual([]);
  return count;
}

/** Opens the first menus of the page and reports what leaves the window or is cut off; returns how many it opened. */
export async function expectMenusWhole(page: Page, about: string): Promise<number> {
  const buttons = await page.locator('button[aria-haspopup="menu"]:visible').all();
  const menu = page.getByRole('menu');
  const some = buttons.slice(0, 2);
  for (const button of some) {
    await button.press('ArrowDown');
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await expectNothingCutOff(page, about);
    const box = await menu.boundingBox();
    const { width = 0 } = page.viewportSize() ?? {};
    expect(box && box.x >= 0 && box.x + box.width <= width, `${about}: a menu within the window`).toBe(true);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
  return some.length;
}
