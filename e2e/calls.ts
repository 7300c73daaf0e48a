import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

/** The password of all demo accounts. */
export const usualPassword = 'vitrine-demo';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/**
 * A user or a shop that calls the API. A refusal fails the test with its message. Calls that take a proof get one: the
 * user gives their password again.
 */
export function callerOf(request: APIRequestContext, token: string, password = usualPassword) {
  const send = (method: Method, path: string, data?: object) =>
    request[method](`/api/v1${path}`, {
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      ...(data && { data }),
    });
  return async (method: Method, path: string, data?: object) => {
    let answer = await send(method, path, data);
    if (answer.status() === 403 && (await answer.json()).code === 'step_up_needed') {
      const { proof } = (await (await send('post', '/step-up', { password })).json()).data;
      answer = await send(method, path, { ...data, proof });
    }
    expect(answer.ok(), `${method} ${path} ${await answer.text()}`).toBe(true);
    return answer.json();
  };
}
export type ApiCaller = ReturnType<typeof callerOf>;

/** All pages of a list. */
export async function allOf(call: ApiCaller, path: string): Promise<{ id: string }[]> {
  const all: { id: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: { id: string }[]; meta: { next_cursor: string | null } } = await call(
      'get',
      `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    all.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return all;
}

/** Opens a session and returns its token. The calls' browser becomes a known device of this user, as after a login. */
export async function openSession(
  calls: APIRequestContext,
  { email, password, agent }: { email: string; password: string; agent?: string },
): Promise<string> {
  const answer = await calls.post('/api/v1/login', {
    ...(agent && { headers: { 'user-agent': agent } }),
    data: { email, password },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data.token;
}

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

/** Answers the dialog that asks for the password, whenever a journey meets it. */
export async function confirmWhenAsked(page: Page, password = usualPassword): Promise<void> {
  const dialog = confirmation(page);
  await page.addLocatorHandler(dialog, async () => {
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  });
}

/** Leaves that question to the journey, and returns its dialog. */
export async function confirmByHand(page: Page): Promise<Locator> {
  await page.removeLocatorHandler(confirmation(page));
  return confirmation(page);
}
