import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { createProxies } from '../platform/http/proxies.ts';
import { Refusal } from '../platform/refusal.ts';

// The doctor asks the server, through PUBLIC_URL, how its request arrived. The question is signed with the
// installation's key, so only the doctor gets an answer.

export const echoPath = '/doctor';
export const echoHeader = 'x-vitrine-doctor';

/** How a request reached the server. */
export type Arrival = {
  /** The other end of the connection: the proxy, or the caller. */
  peer: string;
  /** Whether TRUST_PROXY lists the peer. */
  isTrusted: boolean;
  isForwarded: boolean;
  host: string;
};

const validMs = 120_000;

/** The value of the header: the time, and its signature. */
export function signQuestion(secretKey: string, now: Date): string {
  const time = String(now.getTime());
  return `${time}.${macOf(secretKey, time).toString('base64url')}`;
}

function isSigned(secretKey: string, question: string, now: Date): boolean {
  const [time = '', mac = ''] = question.split('.');
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(secretKey, time)];
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  return isRight && Math.abs(now.getTime() - Number(time)) <= validMs;
}

function macOf(secretKey: string, time: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'vitrine', 'doctor', 32));
  return createHmac('sha256', key).update(time).digest();
}

/** Without a signed question, the address looks like any other that doesn't exist. */
export function registerProxyEcho(app: FastifyInstance, { config, clock }: Pick<Context, 'config' | 'clock'>): void {
  const proxies = createProxies(config.trustProxy);
  app.get(echoPath, { config: { policy: 'signed' } }, async (request, reply): Promise<Arrival> => {
    const question = request.headers[echoHeader];
    if (typeof question !== 'string' || !isSigned(config.secretKey, question, clock.now()))
      throw new Refusal('not_found');
    const peer = request.socket.remoteAddress ?? '';
    void reply.header('Cache-Control', 'no-store');
    return {
      peer,
      isTrusted: proxies.trusts(peer),
      isForwarded: request.headers['x-forwarded-for'] !== undefined,
      host: request.headers.host ?? '',
    };
  });
}
