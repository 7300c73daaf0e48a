import { PlatformFailure } from './platform.ts';

// All requests to platforms go through here. Their addresses come from us, never from users. A response must be fast, small
// and JSON.

const patienceMs = 8_000;
const mostBytes = 1_000_000;

export type Question = {
  url: string;
  method?: 'GET' | 'POST';
  token?: string;
  form?: Record<string, string>;
  json?: unknown;
};

export type Reply = { status: number; body: unknown };

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls a platform and returns status and JSON. No response, a redirect or a too large response is a temporary failure. */
export async function sendRequest({ url, method, token, form, json }: Question): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: method ?? (form || json !== undefined ? 'POST' : 'GET'),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        accept: 'application/json',
        'user-agent': 'Vitrine',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: parsed(await textOf(response)) };
  } catch (error) {
    throw new PlatformFailure('unreachable', error instanceof Error ? error.message : String(error));
  }
}
