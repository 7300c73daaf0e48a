import type { Context } from '../src/context.ts';

/** Loads the demo into an empty database, once. */
export async function loadDemoOnce(_ctx: Context): Promise<void> {}

export function demoAccounts(): string {
  return '';
}
