import { readJson } from '../platform/http/body.ts';
import { sendOutbound } from '../platform/outbound/outbound.ts';
import { PlatformFailure } from './platform.ts';

// All requests to platforms go through here. Their addresses come from us or the operator's settings, never from users.
// A response must be fast, small and JSON.

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

function parsed(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** Calls a platform and returns status and JSON. No response, a redirect or a too large response is a temporary failure. */
export async function sendRequest({ url, method, token, form, json }: Question): Promise<Reply> {
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json);
  try {
    const answer = await sendOutbound({
      url,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        'user-agent': 'Vitrine',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      timeoutMs: patienceMs,
      mostBytes,
    });
    if (answer.isCut) throw new Error('the response is too large');
    if (answer.status >= 300 && answer.status < 400) throw new Error('the response is a redirect');
    return { status: answer.status, body: parsed(answer.body) };
  } catch (error) {
    throw new PlatformFailure('unreachable', error instanceof Error ? error.message : String(error));
  }
}
