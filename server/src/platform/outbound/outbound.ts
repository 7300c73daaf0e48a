// The one module that sends requests to other servers. What a user wrote as an address must not reach this machine or its
// network: the name is looked up here, every address of it must be public, and the connection goes to the address that was
// checked, so a name that changes in between changes nothing. Redirects are not followed.
//
// Whoever typed the address learns nothing about names that only this network knows: a name that doesn't exist, one that
// leads to a private address, and one where nothing answers fail alike, without the address and after the same time. What
// it was is in the log.
import { Resolver } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { hostOfUrl, isLoopbackHost, type OutboundReach, urlFault } from './outbound.url.ts';
import { isAddress, isPublicAddress } from './public.ranges.ts';

/**
 * Why there is no answer. `address_refused`: the address itself is not allowed, whatever its name leads to.
 * `unreachable`: the name doesn't exist, or leads to an address that is not public, or nothing answers there. `broken`:
 * the connection ended before the answer did.
 */
export type OutboundFault = 'address_refused' | 'unreachable' | 'certificate_invalid' | 'timed_out' | 'broken';

/** `message` is for the log only. `seen` may be told to whoever typed the address. */
export class OutboundFailure extends Error {
  readonly fault: OutboundFault;
  readonly seen: string;
  constructor(fault: OutboundFault, detail: string, seen = '') {
    super(detail);
    this.fault = fault;
    this.seen = seen;
  }
}

/** `log` gets why a request had no answer. The others are replaced in tests. */
type Reach = OutboundReach & {
  log: Pick<Log, 'info'>;
  resolve?: (host: string) => Promise<string[]>;
  wait?: (ms: number) => Promise<unknown>;
};

/** `reach`: for URLs of users. Without it the URL comes from the operator's settings and may lead anywhere. */
export type OutboundRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer | null;
  reach?: Reach;
  /** The time for everything: look-up, connection and the whole answer. */
  timeoutMs: number;
  /** Reading stops after so many bytes. */
  mostBytes: number;
};

/** `isCut`: the answer was longer than `mostBytes`. `retryAfter`: the header of that name, if there is one. */
export type OutboundAnswer = { status: number; body: string; isCut: boolean; retryAfter?: string };

/** The same as bytes, with its headers. */
export type OutboundBytes = { status: number; bytes: Buffer; isCut: boolean; headers: IncomingHttpHeaders };

/** Asks the name servers directly, because the operating system's own look-up takes a thread that files need. */
async function lookUp(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  signal.removeEventListener('abort', cancel);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

/** The address to connect to. If one address of a name is not public, all are refused: the others can't be trusted. */
async function checkedAddress(url: URL, reach: Reach, signal: AbortSignal): Promise<string> {
  const host = hostOfUrl(url);
  if (isLoopbackHost(host)) return isAddress(host) ? host : '127.0.0.1';
  if (isAddress(host)) return host;
  const addresses = await (reach.resolve ? reach.resolve(host) : lookUp(host, signal)).catch(() => []);
  const [first] = addresses;
  if (first === undefined) throw new OutboundFailure('unreachable', `no address is known for ${host}`);
  const refused = addresses.find((address) => !isPublicAddress(address));
  if (refused !== undefined) throw new OutboundFailure('unreachable', `${host} leads to ${refused}`);
  return first;
}

/** Answers every look-up of a connection with the address that was checked. */
export function onlyAddress(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family));
}

function begin(
  { method, headers, body }: OutboundRequest,
  { url, address, signal }: { url: URL; address: string | undefined; signal: AbortSignal },
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) },
    signal,
    agent: false,
    ...(address !== undefined && { lookup: onlyAddress(address) }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve);
  sent.on('error', reject);
  // Node hands the connection over without an error and without a time limit.
  sent.on('upgrade', (_answer, socket) => {
    socket.destroy();
    const reason = 'the server switched to another protocol';
    reject(new OutboundFailure('broken', reason, reason));
  });
  sent.end(body ?? undefined);
  return promise;
}

async function readBody(answer: IncomingMessage, mostBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, mostBytes - size));
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > mostBytes) return { bytes: Buffer.concat(chunks), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

const certificateCodes = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/;
const neverConnected = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_)/;

function failureOf(error: unknown, signal: AbortSignal, timeoutMs: number): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const late = `no complete answer within ${timeoutMs} ms`;
  if (signal.aborted) return new OutboundFailure('timed_out', late, late);
  const detail = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (certificateCodes.test(code)) return new OutboundFailure('certificate_invalid', detail, code);
  if (neverConnected.test(code)) return new OutboundFailure('unreachable', detail);
  return new OutboundFailure('broken', detail, code || 'closed');
}

/** A request to a name that can't be reached fails after a whole number of these. */
const stepMs = 1_000;

/** Logs why there was no answer, and waits so that the time doesn't tell it to whoever typed the address. */
async function conceal(failure: OutboundFailure, { url, reach }: OutboundRequest, startedAt: number): Promise<void> {
  if (!reach || failure.fault === 'address_refused') return;
  const host = hostOfUrl(new URL(url));
  reach.log.info({ host, fault: failure.fault, detail: failure.message }, 'no answer from an address of a user');
  if (failure.fault !== 'unreachable' || isAddress(host) || isLoopbackHost(host)) return;
  await (reach.wait ?? pause)(stepMs - ((performance.now() - startedAt) % stepMs));
}

/** Sends one request. Any status is an answer, redirects too; without an answer it throws an `OutboundFailure`. */
export async function sendOutboundForBytes(request: OutboundRequest): Promise<OutboundBytes> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const startedAt = performance.now();
  try {
    const { reach } = request;
    const fault = reach && urlFault(request.url, reach);
    if (fault !== undefined)
      throw new OutboundFailure('address_refused', `the address ${fault}`, `the address ${fault}`);
    const url = new URL(request.url);
    const address = reach && (await checkedAddress(url, reach, signal));
    const answer = await begin(request, { url, address, signal });
    const read = await readBody(answer, request.mostBytes);
    // An answer that lasts until its connection closes looks complete when the time is over.
    signal.throwIfAborted();
    return { status: answer.statusCode ?? 0, ...read, headers: answer.headers };
  } catch (error) {
    const failure = failureOf(error, signal, request.timeoutMs);
    await conceal(failure, request, startedAt);
    throw failure;
  }
}

/** The same, with the body as text. */
export async function sendOutbound(request: OutboundRequest): Promise<OutboundAnswer> {
  const { status, bytes, isCut, headers } = await sendOutboundForBytes(request);
  const { 'retry-after': retryAfter } = headers;
  return { status, body: bytes.toString('utf8'), isCut, ...(retryAfter !== undefined && { retryAfter }) };
}
