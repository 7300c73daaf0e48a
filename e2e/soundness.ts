import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectNothingCutOff } from './overflow.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 at level A and AA, as far as a machine can judge it. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Collects what the page's own rules forbid: a violated content policy, an uncaught error, a text without a catalog. */
export function watchForFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const isForbidden = message.type() === 'error' && /Content Security Policy|Trusted/i.test(message.text());
    if (isForbidden || message.text().startsWith('Uncompiled message')) faults.push(message.text());
  });
  return faults;
}

/**
 * Runs axe in the page itself and describes violations only. @axe-core/playwright sends its script again for each run,
 * which takes as long as the run. A page inside a frame is judged where it is visited by its own address.
 */
async function expectNoViolations(page: Page, rules: string[], about: string): Promise<void> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (runOnly) => {
    const options = { runOnly, resultTypes: ['violations' as const], selectors: false, iframes: false };
    const result = await window.axe?.run(options);
    return result?.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)}`);
  }, rules);
  expect(violations, about).toEqual([]);
}

/** Nothing reaches out of the window sideways or is cut off. */
export async function expectEverythingFits(page: Page, about = ''): Promise<void> {
  await expectNoSidewaysScroll(page, about);
  await expectNothingCutOff(page, about);
}

/** Everything fits, and no rule of WCAG is broken. */
export async function expectSound(page: Page, about = ''): Promise<void> {
  await expectEverythingFits(page, about);
  await expectNoViolations(page, wcag, about);
}

/** `expectSound` in the light, and then the contrast of the same page in the dark: nothing else depends on the scheme. */
export async function expectSoundInBothSchemes(page: Page, about = ''): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectSound(page, about);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, ['color-contrast'], `${about}, dark`);
}
