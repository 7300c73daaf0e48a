import { hashBrowserMark } from '../platform/browser.mark.ts';
import { agentOf } from '../hits/agent.ts';
import { classOf } from '../hits/classify.ts';
import { digitsOfClick, timeOfClick } from '../hits/click-id.ts';
import { cleanCountry, type Countries } from '../hits/countries.ts';
import type { Repeatable } from '../hits/duplicates.ts';
import type { HitRecord } from '../hits/hit.record.ts';
import type { LinkOwner } from '../redirector/link.table.ts';
import { previewParameter } from '../redirector/location.ts';
import { isOwnPage, referrerOf, utmOf } from '../hits/referrer.ts';
import { addressHash, visitorNetwork, visitorHash } from '../hits/visitors.ts';

/** How the browser was recognized; '' if it sent no mark, or none that can be trusted. */
export type BrowserMarkKind = 'signed' | 'unsigned' | 'given' | '';

/** A hit as the database will store it, before duplicates are marked. */
export type PreparedHit = Repeatable & {
  /** A UUID, with or without its hyphens. */
  id: string;
  merchantId: string;
  merchantAccountId: string;
  creatorId: string;
  method: string;
  purpose: string;
  userAgent: string;
  language: string;
  referrer: string;
  referrerHost: string;
  utm: string;
  network: string;
  /** Hash of the exact address with the day's salt, in hex; '' if it is no address. */
  address: string;
  browserMark: BrowserMarkKind;
  country: string;
  device: string;
  browserName: string;
  system: string;
  app: string;
  /** The facts behind the verdict, to decide again if the browser turns out to be the creator's. */
  facts: Parameters<typeof classOf>[0];
};

export type OrphanVisit = {
  id: string;
  at: number;
  code: string;
  reason: 'unknown' | 'disabled' | 'taken_down';
  userAgent: string;
  referrerHost: string;
  network: string;
  country: string;
};

export type Surroundings = {
  countries: Countries;
  /** Host of the installation's public address. */
  publicHost: string;
  /** The salt of the day of a hit. */
  saltOf(at: number): string;
};

export function prepareHit(record: HitRecord, link: LinkOwner, surroundings: Surroundings): PreparedHit {
  const at = timeOfClick(record.clickId);
  const userAgent = readable(record.userAgent);
  const agent = agentOf(userAgent);
  const referrer = referrerOf(record.referrer);
  const method = record.kind === 'head' ? 'HEAD' : 'GET';
  const ownHosts = [surroundings.publicHost, record.host.toLowerCase()];
  const isMarkedPreview = record.query.includes(previewParameter);
  const isFromOwnPages = isOwnPage(referrer, ownHosts);
  const facts = { method, purpose: record.purpose, agent, isMarkedPreview, isFromOwnPages, isOwnBrowser: false };
  const browserMark = browserMarkOf(record);
  const sentBrowser = record.mark === '' ? '' : hashBrowserMark(record.mark);
  return {
    id: digitsOfClick(record.clickId),
    at,
    linkId: link.id,
    merchantId: link.account.merchant.id,
    merchantAccountId: link.account.id,
    creatorId: link.account.creatorId,
    windowMs: link.account.merchant.duplicateMinutes * 60_000,
    verdict: classOf(facts),
    facts,
    method,
    purpose: readable(record.purpose),
    userAgent,
    language: readable(record.language),
    referrer: readable(record.referrer),
    referrerHost: referrer.host,
    utm: JSON.stringify(utmOf(record.query)),
    network: visitorNetwork(record.address),
    address: addressHash(surroundings.saltOf(at), record.address),
    browserMark,
    isUnsigned: browserMark === 'unsigned',
    visitor: visitorHash(surroundings.saltOf(at), record),
    sentBrowser,
    browser: sentBrowser === '' && record.givenMark !== '' ? hashBrowserMark(record.givenMark) : sentBrowser,
    country: cleanCountry(record.country) || surroundings.countries(record.address),
    device: agent.device,
    browserName: agent.browser,
    system: agent.system,
    app: agent.app,
  };
}

function browserMarkOf({ mark, isMarkTrusted, givenMark, clickId }: HitRecord): BrowserMarkKind {
  if (mark !== '') return isMarkTrusted ? 'signed' : 'unsigned';
  // A journal from before marks were signed has the click id here, which is not secret.
  return givenMark === clickId || givenMark === '' ? '' : 'given';
}

export function prepareOrphan(
  record: HitRecord,
  reason: OrphanVisit['reason'],
  { countries }: Surroundings,
): OrphanVisit {
  return {
    id: digitsOfClick(record.clickId),
    at: timeOfClick(record.clickId),
    code: readable(record.code),
    reason,
    userAgent: readable(record.userAgent),
    referrerHost: referrerOf(record.referrer).host,
    network: visitorNetwork(record.address),
    country: cleanCountry(record.country) || countries(record.address),
  };
}

const beyondAscii = /[\x80-\xff]/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Header bytes as text: UTF-8 if valid, which is what browsers mean by bytes beyond ASCII. */
function readable(text: string): string {
  if (!beyondAscii.test(text)) return text;
  try {
    return utf8.decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
