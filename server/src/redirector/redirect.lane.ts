import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BrowserMark, type BrowserMarks, type GivenMark } from '../platform/browser.mark.ts';
import { type Variant, variantOfHost, type Variants } from '../platform/variants/variants.ts';
import { caps, type HitKind, type HitRecord } from '../hits/hit.record.ts';
import type { Journal } from '../journal/journal.ts';
import { type LinkNames, noNames } from './link.names.ts';
import type { LookUp } from './link.lookup.ts';
import type { ServedLink, LinkTable } from './link.table.ts';
import { locationOf } from './location.ts';
import { gonePage, missingLinkPage, type Page, previewPage, takedownPage, tooManyPage } from './pages.ts';
import { clientNetwork } from '../platform/http/client.network.ts';
import type { Proxies } from '../platform/http/proxies.ts';
import { answerRedirect } from './redirect.answer.ts';
import type { CountExchange } from '../platform/nats/count.exchange.ts';
import { createRate } from '../platform/rate.ts';
import { countryOf, headerText, purposeOf } from '../hits/visit.headers.ts';

// Redirects shoppers. Invariants: a click id is sent only after its record is on disk; a known link is never refused,
// whatever fails; nothing here queries a database, except once for an unknown code and for the names on the page of a
// preview or a disabled link. The drain classifies the hits.

export type LaneCounts = {
  clicks: number;
  heads: number;
  notRecorded: number;
  unknown: number;
  disabled: number;
  takenDown: number;
  limited: number;
  previews: number;
  refused: number;
};

export type LaneOptions = {
  table: LinkTable;
  journal: Pick<Journal, 'append'>;
  lookUp: LookUp;
  names: LinkNames;
  proxies: Proxies;
  browserMarks: BrowserMarks;
  nextClickId(atMs: number): string;
  now(): number;
  /** Cookies are for https only. */
  isSecure: boolean;
  variants: Variants;
  counts: LaneCounts;
  /** With it, the nodes count unknown links together. */
  exchange?: CountExchange | undefined;
};

export type Lane = (request: IncomingMessage, response: ServerResponse) => boolean;
type Visit = { code: string; query: string; request: IncomingMessage; response: ServerResponse };

const unknownPerSecond = 50;
const prefix = '/s/';

/** Answers requests for `/s/…`; returns false for all others. */
export function createRedirectLane(options: LaneOptions): Lane {
  const redirect = createRedirect(options);
  const answerRest = createRest(options, redirect);
  return (request, response) => {
    const url = request.url ?? '';
    if (!url.startsWith(prefix)) return false;
    const mark = url.indexOf('?');
    const code = mark === -1 ? url.slice(prefix.length) : url.slice(prefix.length, mark);
    const visit = { code, query: mark === -1 ? '' : url.slice(mark + 1), request, response };
    const link = options.table.find(code);
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseMethod(visit, options.counts);
    else if (link?.isLive === true) redirect(link, visit);
    else void answerRest(visit).catch(() => response.destroy());
    return true;
  };
}

type Redirect = (link: ServedLink, visit: Visit) => void;

function createRedirect(options: LaneOptions): Redirect {
  const { browserMarks, counts, isSecure, journal, nextClickId, now } = options;
  return (link, { query, request, response }) => {
    const at = now();
    const clickId = nextClickId(at);
    const sent = browserMarks.read(request.headers.cookie, at);
    const isClick = request.method === 'GET';
    const { clickParameter, cookieSeconds } = link.account.merchant;
    const given = isClick ? markToGive(browserMarks, sent, at, cookieSeconds) : undefined;
    journal.append(
      recordOf(isClick ? 'click' : 'head', clickId, link.code, { sent, given }, query, request, options),
      (recorded) => {
        if (!recorded) counts.notRecorded += 1;
        else if (isClick) counts.clicks += 1;
        else counts.heads += 1;
        const isRecordedClick = recorded && isClick;
        const location = locationOf(link, query, clickParameter, isRecordedClick ? clickId : undefined);
        answerRedirect(response, { location, mark: isRecordedClick ? given : undefined, isSecure, atMs: at });
      },
    );
  };
}

/** A new mark for a browser without one, or a new value if it is due, with the same lifetime as the old one. */
function markToGive(
  marks: BrowserMarks,
  sent: BrowserMark | undefined,
  at: number,
  seconds: number,
): GivenMark | undefined {
  if (sent === undefined) return marks.create(at, seconds);
  return sent.isDue ? marks.renew(sent, at, sent.lifetimeSeconds || seconds) : undefined;
}

function recordOf(
  kind: HitKind,
  clickId: string,
  code: string,
  { sent, given }: { sent?: BrowserMark | undefined; given?: GivenMark | undefined },
  query: string,
  request: IncomingMessage,
  { proxies }: LaneOptions,
): HitRecord {
  const { headers } = request;
  const socketAddress = request.socket.remoteAddress ?? '';
  const isTrusted = proxies.trusts(socketAddress);
  return {
    kind,
    clickId,
    mark: sent?.id ?? '',
    isMarkTrusted: sent?.isTrusted ?? false,
    givenMark: sent === undefined ? (given?.id ?? '') : '',
    code: cut(code, caps.code),
    query: cut(query, caps.query),
    address: isTrusted ? proxies.clientOf(request) : socketAddress,
    userAgent: cut(headers['user-agent'] ?? '', caps.userAgent),
    referrer: cut(headers.referer ?? '', caps.referrer),
    language: cut(headers['accept-language'] ?? '', caps.language),
    purpose: cut(purposeOf(headers), caps.purpose),
    country: isTrusted ? countryOf(headers) : '',
    clientHints: headers['sec-ch-ua'] === undefined ? '' : cut(clientHintsOf(headers), caps.clientHints),
    host: cut(headers.host ?? '', caps.host),
  };
}

function cut(header: string, cap: number): string {
  return header.length > cap ? header.slice(0, cap) : header;
}

function clientHintsOf(headers: IncomingMessage['headers']): string {
  return `${headerText(headers['sec-ch-ua'])} ${headerText(headers['sec-ch-ua-platform'])} ${headerText(headers['sec-ch-ua-mobile'])}`;
}

/** Everything except a plain visit of a known, enabled link. */
function createRest(options: LaneOptions, redirect: Redirect): (visit: Visit) => Promise<void> {
  const { counts, exchange, table } = options;
  const shared = exchange && { exchange, name: 'links', now: () => performance.now() };
  const rate = createRate({ perSecond: unknownPerSecond, shared });

  const find = async (code: string, client: string): Promise<ServedLink | 'limited' | undefined> => {
    const known = table.find(code);
    if (known !== undefined) return known;
    return rate.take(client, performance.now()) ? options.lookUp(code) : 'limited';
  };

  const preview = async (visit: Visit, link: ServedLink): Promise<void> => {
    counts.previews += 1;
    sendPage(visit, previewPage(link, await options.names(link), variantOf(visit, options)));
  };

  return async (visit) => {
    const decoded = decodedCode(visit.code);
    const isPreview = decoded?.endsWith('+') === true;
    const code = isPreview ? decoded.slice(0, -1) : decoded;
    const client = clientNetwork(options.proxies.clientOf(visit.request));
    const link = await find(code ?? '', client);
    if (link === 'limited') {
      counts.limited += 1;
      return sendPage(visit, tooManyPage(variantOf(visit, options)), { 'Retry-After': '1' });
    }
    if (link?.isLive === true) return isPreview ? preview(visit, link) : redirect(link, visit);
    if (link === undefined) {
      counts.unknown += 1;
      recordOrphan('unknown', visit, options);
      return sendPage(visit, missingLinkPage(`/s/${visit.code}`, variantOf(visit, options)));
    }
    const category = table.takedownOf(link.code);
    counts[category === undefined ? 'disabled' : 'takenDown'] += 1;
    // These links are always answered; the limit applies only to the record and to what is read for the page.
    const isWithin = rate.take(client, performance.now());
    if (isWithin) recordOrphan(category === undefined ? 'disabled' : 'taken_down', visit, options);
    const names = isWithin ? await options.names(link, table.ownerOf(link.code)?.id) : noNames;
    const variant = variantOf(visit, options);
    sendPage(
      visit,
      category === undefined
        ? gonePage(`/s/${link.code}`, names, variant)
        : takedownPage({ category, reason: names.reason }, variant),
    );
  };
}

function recordOrphan(
  kind: 'unknown' | 'disabled' | 'taken_down',
  { code, request }: Visit,
  options: LaneOptions,
): void {
  const record = recordOf(kind, options.nextClickId(options.now()), code, {}, '', request, options);
  options.journal.append(record, () => undefined);
}

function decodedCode(code: string): string | undefined {
  if (!code.includes('%')) return code;
  try {
    return decodeURIComponent(code);
  } catch {
    return undefined;
  }
}

function variantOf({ request }: Visit, { variants }: LaneOptions): Variant {
  return variantOfHost(variants, request.headers.host);
}

function refuseMethod({ response }: Visit, counts: LaneCounts): void {
  counts.refused += 1;
  response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': '0', 'Cache-Control': 'private, no-store' });
  response.end();
}

function sendPage({ request, response }: Visit, page: Page, headers: Record<string, string> = {}): void {
  const body = Buffer.from(page.markup);
  response.writeHead(page.status, { ...page.headers, ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
