import type { Page } from '@playwright/test';
import { openSession } from './calls.ts';
import { password } from './people.ts';

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
export const store = (page: Page, key: string, value: string) =>
  page.evaluate(([name, text]) => localStorage.setItem(name ?? '', text ?? ''), [key, value]);
export const pathOf = (page: Page) => new URL(page.url()).pathname;
export const addressOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length);

/** Opens a session through the API; returns its token. */
export async function tokenOf(page: Page, email: string): Promise<string> {
  return openSession(page.request, { email, password });
}

/** On the product's origin, with nothing stored yet. */
export async function blank(page: Page): Promise<void> {
  await page.goto('/assets/mark.svg');
  await page.evaluate(() => localStorage.clear());
}
