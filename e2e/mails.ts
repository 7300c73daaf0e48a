import { expect, request } from '@playwright/test';
import { password } from './people.ts';

// Links that give access are not part of a stored email. The tested product has no mail server, so an operator hands
// them over, as for a user who asks.

type Mail = { id: string };

/** The link of the latest email of a kind, once it is there. */
export async function mailedLink(recipient: string, kind: string): Promise<string> {
  const calls = await request.newContext({ baseURL: `http://127.0.0.1:${process.env['E2E_PORT']}` });
  const send = async (path: string, token: string, data?: object) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const answer = data
      ? await calls.post(`/api/v1${path}`, { headers, data })
      : await calls.get(`/api/v1${path}`, { headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  try {
    const { token } = await send('/login', '', { email: 'operator@vitrine.test', password });
    const latest = async (): Promise<string> => {
      const query = new URLSearchParams({ recipient, kind });
      const mails: Mail[] = await send(`/operator/mails?${query}`, token);
      return mails[0]?.id ?? '';
    };
    await expect.poll(latest).not.toBe('');
    const { proof } = await send('/step-up', token, { password });
    const body = { proof, reason: 'The journey needs the link of this mail' };
    const { url } = await send(`/operator/mails/${await latest()}/hand-over`, token, body);
    return url;
  } finally {
    await calls.dispose();
  }
}
