// Which hosts can be a brand's: its creators' shortlinks lead there, and shoppers trust the brand's name. What is nobody's
// shop is refused; what could be somebody else's waits for an operator.
import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { knownDomains, knownNames } from './known.hosts.ts';
import { distanceOf, skeletonOf } from './name.skeletons.ts';

/** A host of another brand. */
type ForeignHost = { host: string; merchantId: string; brand: string };

type HostConcern = 'new' | 'shared' | 'similar' | 'international';
/** `isFirm`: an operator can't use it either. */
export type HostJudgement =
  | { refusal: string; isFirm: boolean }
  | { concern: HostConcern; other?: ForeignHost }
  | { concern?: undefined; other?: undefined };

type Rule = {
  /** Under which this portal is reached. */
  own: readonly string[];
  /** The brand's hosts until now. */
  current: readonly string[];
  others: readonly ForeignHost[];
  production: boolean;
};

/** With the suffixes at which anybody gets a name, such as myshopify.com. */
const partsOf = (host: string) => parse(host, { allowPrivateDomains: true });
const isWithin = (host: string, parent: string) => host === parent || host.endsWith(`.${parent}`);

/** As people read it: `münchen` of xn--mnchen-3ya. */
const nameOf = (host: string) => domainToUnicode(partsOf(host).domainWithoutSuffix ?? '');

function knownSite(host: string): string | undefined {
  // Shops at a host such as myshopify.com have names of their own there.
  const { domain, domainWithoutSuffix: name } = partsOf(host);
  if (domain === null || name === null) return undefined;
  if (knownDomains.has(domain) || knownNames.has(name)) return domain;
  const looks = skeletonOf(domainToUnicode(name)).toLowerCase();
  const known = [...knownNames].find((each) => skeletonOf(each).toLowerCase() === looks);
  return known === undefined ? undefined : `${domainToUnicode(domain)}, which looks like ${known}`;
}

function refusalOf(host: string, { own, production }: Rule): { refusal: string; isFirm: boolean } | undefined {
  const { isIp, domain, publicSuffix } = partsOf(host);
  if (!production && isWithin(host, 'localhost')) return undefined;
  if (isIp) return { refusal: `must be a host name, like shop.example, not the IP address ${host}`, isFirm: true };
  const mine = own.find((each) => isWithin(host, each));
  if (mine !== undefined)
    return { refusal: `must be a host of the brand’s shop, not ${host}, which is this portal`, isFirm: true };
  if (domain === null)
    return {
      refusal: `must be a host of one shop, not ${host}, under which anybody can have a name; use a whole one, like shop.${publicSuffix ?? host}`,
      isFirm: true,
    };
  const known = knownSite(host);
  if (known === undefined) return undefined;
  return {
    refusal: `must be a host of the brand’s own shop, not ${known === host ? host : `${host}, a host of ${known}`}`,
    isFirm: false,
  };
}

/** Of brands with long names only: short ones are close to each other by chance. */
function isSimilar(host: string, other: string): boolean {
  const [one, two] = [host, other].map((each) => skeletonOf(nameOf(each)).toLowerCase());
  if (one === undefined || two === undefined || one === '' || two === '') return false;
  return one === two || (two.length >= 6 && distanceOf(one, two, 1) <= 1);
}

/** Whether a brand can have a host that it doesn't have yet. */
export function judgeHost(host: string, rule: Rule): HostJudgement {
  const refused = refusalOf(host, rule);
  if (refused) return refused;
  const { domain } = partsOf(host);
  const isOwnDomain = rule.current.some((each) => domain !== null && partsOf(each).domain === domain);
  const shared = rule.others.find(
    (other) => other.host === host || (domain !== null && partsOf(other.host).domain === domain),
  );
  if (shared && !(isOwnDomain && shared.host !== host)) return { concern: 'shared', other: shared };
  if (isOwnDomain) return {};
  const similar = rule.others.find((other) => isSimilar(host, other.host));
  if (similar) return { concern: 'similar', other: similar };
  if (host.split('.').some((label) => label.startsWith('xn--'))) return { concern: 'international' };
  return { concern: 'new' };
}
