import type { Page } from '@playwright/test';

// Who comes in by the demo's invitation, and the forms they fill in.

export const demoInvitation = '/start-invite#demo-glow-lab-invitation';

/** Names of this run and project alone: both projects share one product. */
let count = 0;
export function newcomer(project: string): { handle: string; email: string } {
  count += 1;
  const handle = `n${project.charAt(0)}${Date.now().toString(36)}${count}`;
  return { handle, email: `${handle}@creators.test` };
}

export const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
export const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
