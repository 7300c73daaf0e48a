import type { APIRequestContext, Page } from '@playwright/test';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { callerOf } from './calls.ts';

// Users who register with an invitation, by the form or through the API.

const demoInvitationCode = 'demo-glow-lab-invitation';
export const demoInvitationPath = `/start-invite#${demoInvitationCode}`;
/** The password of every user that a journey creates. */
export const ownPassword = 'three quiet windows';

/** A name that no other journey uses, because all workers share one product. */
export function newcomer(): { handle: string; email: string } {
  const handle = `n${crypto.randomUUID().slice(-12)}`;
  return { handle, email: `${handle}@creators.test` };
}

/** Registers a new creator with an invitation that is open to everyone, Glow Lab's unless another is given. */
export async function registerNewcomer(calls: APIRequestContext, invitation = demoInvitationCode) {
  const { handle, email } = newcomer();
  const name = `Iris ${handle}`;
  const { data } = await callerOf(calls, '')('post', '/register', {
    invitation,
    display_name: name,
    user_handle: handle,
    email,
    password: ownPassword,
    accepted: { terms_of_use: legalVersions['terms-of-use'], privacy_policy: legalVersions['privacy-policy'] },
    locale: 'en',
    time_zone: 'Europe/Paris',
  });
  return { name, handle, email, token: String(data.token), accountId: String(data.user.merchant_accounts[0].id) };
}

export const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
export const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
