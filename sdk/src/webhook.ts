import type { WebhookEvent } from './events.ts';

/** Headers of a request: those of `Request`, or the object that Node and Express have. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookOptions = {
  /** How far the time of a request may be from now. 5 minutes if omitted. */
  toleranceSeconds?: number;
  /** The time now, such as in tests. */
  now?: Date;
};

/** An event from Vitrine. `id` is the same each time that the event is sent: keep it, and skip one that you know. */
export type ReceivedEvent = { id: string; event: WebhookEvent };

/**
 * Why a request is not to be trusted. `invalid_secret`: the secret itself is wrong, so no request can be checked.
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: 'missing_header' | 'invalid_timestamp' | 'invalid_signature' | 'invalid_body' | 'invalid_secret';

  constructor(code: WebhookError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const usualToleranceSeconds = 300;
const prefix = 'whsec_';

function isHeaders(headers: WebhookHeaders): headers is Headers {
  return 'get' in headers && typeof headers.get === 'function';
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookError('missing_header', `The request has no header ${name}`);
  return value;
}

/** The bytes of a text in base64; undefined if it isn't one. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (!bytes || bytes.length === 0)
    throw new WebhookError('invalid_secret', 'The secret must be the one of your webhook, which begins with whsec_');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function checkTime(timestamp: string, { toleranceSeconds = usualToleranceSeconds, now = new Date() }: WebhookOptions) {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds))
    throw new WebhookError('invalid_timestamp', `The request says that it was sent at ${timestamp}, which is not now`);
}

/** While a secret is rotated, a request has a signature for each of the two. `subtle.verify` takes the same time always. */
async function isSigned(key: CryptoKey, signatures: string, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
  for (const each of signatures.split(' ')) {
    const signature = each.startsWith('v1,') ? bytesOf(each.slice('v1,'.length)) : undefined;
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, content))) return true;
  }
  return false;
}

/**
 * Checks that a request to your webhook comes from Vitrine, and reads its event. `body` is the text or the bytes as they
 * came: a parsed body has lost them. Throws a `WebhookError`; answer it with 400 or 401.
 *
 *     const { id, event } = await verifyWebhook(await request.text(), request.headers, secret);
 *     if (event.type === 'commission.changed') console.log(event.data.net);
 *
 * Later versions can send events that this version has no type for: skip a `type` that you don't know.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  options: WebhookOptions = {},
): Promise<ReceivedEvent> {
  const key = await keyOf(secret);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  checkTime(timestamp, options);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const rest = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = new Uint8Array(start.length + rest.length);
  content.set(start);
  content.set(rest, start.length);
  if (!(await isSigned(key, signatures, content)))
    throw new WebhookError('invalid_signature', 'No signature of the request is right for this secret');
  return { id, event: eventIn(text) };
}

function eventIn(text: string): WebhookEvent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  // The contract is the type of what Vitrine signed; the server checks it in its own tests.
  if (typeof value === 'object' && value !== null && 'type' in value) return value as WebhookEvent;
  throw new WebhookError('invalid_body', 'The request is signed, but its body is not an event');
}
