import type { Page } from '@playwright/test';

// Who comes in by the demo's invitation, and the forms they fill in.

export const demoInvitation = '/start-invite#demo-glow-lab-invitation';

/** Names that no other journey has: all workers share one product. */
export function newcomer(): { handle: string; email: string } {
  const handle = `n${crypto.randomUUID().slice(-12)}`;
  return { handle, email: `${handle}@creators.test` };
}

export const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
export const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
