import type { APIRequestContext } from '@playwright/test';
import { openHostileBrand, openOffice } from './hostile.brand.ts';
import { type ApiCaller, callerOf, openSession } from './calls.ts';
import { dress, join, share, talk } from './hostile.creator.ts';
import { agent, type HostileFill, hostilePassword } from './hostile.people.ts';
import { openHostileTexts } from './hostile.choose.ts';
import { complain } from './hostile.reports.ts';
import { payOut, sell } from './hostile.sales.ts';
import { password as demoPassword } from './people.ts';

// Creates a brand and a creator through the API and fills every text field with hostile texts. The other journeys only
// read the demo users.

export type Hostile = {
  tokens: { creator: string; brand: string; operator: string };
  slug: string;
  handle: string;
  accountId: string;
  creatorId: string;
  orders: string[];
  invitationUrl: string;
  previewPath: string;
  shortCode: string;
  /** Ids of reports, and the code of the link that one of them took down. */
  reports: string[];
  takenDownCode: string;
};

/** What an operator writes: reasons and answers to tickets. */
async function oversee(operator: ApiCaller, creatorId: string, { texts }: HostileFill): Promise<void> {
  const reason = () => texts.pack(500);
  for (const status of [50, 100])
    await operator('post', `/operator/users/${creatorId}/status`, { user_status: status, reason: reason() });
  await operator('post', `/operator/users/${creatorId}/end-sessions`, { reason: reason() });
  const grant = await operator('post', `/operator/users/${creatorId}/login-as-grants`, {
    mode: 'assist',
    reason: reason(),
    ticket: texts.next(60),
  });
  await operator('post', `/login-as/${creatorId}`, { code: grant.data.code });
}

async function answer(operator: ApiCaller, { texts, tag }: HostileFill): Promise<void> {
  const { data: tickets } = await operator('get', '/operator/tickets?limit=100');
  const own = tickets.filter((ticket: { sender: { email: string } }) => ticket.sender.email.includes(tag));
  // One stays open, because the console shows both states.
  for (const { id } of own.slice(1))
    await operator('post', `/operator/tickets/${id}/answer`, { answer: texts.pack(4_000) });
}

export async function fillEverything(request: APIRequestContext): Promise<Hostile> {
  const fill: HostileFill = { texts: openHostileTexts(), tag: Date.now().toString(36) };
  const operatorToken = await openSession(request, { email: 'operator@vitrine.test', password: demoPassword, agent });
  const operator = callerOf(request, operatorToken);
  const { slug, token: brandToken, call: brand } = await openHostileBrand(request, operator, fill);
  const { key, invitationUrl } = await openOffice(brand, slug, fill);
  const { id: creatorId, accountId, email } = await join(request, invitationUrl, fill);
  const handle = `h${fill.tag}`;
  await oversee(operator, creatorId, fill);
  const creatorToken = await openSession(request, { email, password: hostilePassword, agent });
  const creator = callerOf(request, creatorToken, hostilePassword);
  const previewPath = await dress(creator, accountId, fill);
  const shortCode = await share(request, creator, accountId, fill);
  await talk({ creator, brand, slug }, accountId, fill);
  await answer(operator, fill);
  const sides = { shop: callerOf(request, key), brand, creator, slug, handle, accountId, email };
  const orders = await sell(sides, fill);
  await payOut(sides, fill);
  const complaint = { anyone: callerOf(request, ''), operator, creator, accountId, handle };
  const { reports, code: takenDownCode } = await complain(complaint, fill);
  return {
    tokens: { creator: creatorToken, brand: brandToken, operator: operatorToken },
    slug,
    handle,
    accountId,
    creatorId,
    orders,
    invitationUrl,
    previewPath,
    shortCode,
    reports,
    takenDownCode,
  };
}
