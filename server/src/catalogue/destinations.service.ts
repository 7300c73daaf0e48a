// Allowed destinations of links and products. The host must exactly match one of the brand's hosts, which makes a stolen
// account far less useful (reliability C7). Text that two parsers could read differently is refused before parsing.
export type DestinationRule = { hosts: readonly string[]; production: boolean; ownHost: string };

export type Destination = { url: string; host: string } | { reason: string };

const longest = 2048;
const loopback = /^(localhost|([a-z0-9-]+\.)+localhost|127\.0\.0\.1)$/;
const plainAuthority = /^https?:\/\/([^/?#]+)/i;
const addressLiteral = /^(\[.*\]|[0-9.]+)$/;
// White space, control, invisible and bidirectional characters, and backslashes.
const ambiguous = /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u;

function allowedHosts(rule: DestinationRule): string {
  return rule.hosts.length === 0 ? 'the brand’s shop, but the brand has no shop address yet' : rule.hosts.join(' or ');
}

function schemeRefusal(url: URL, isLoopback: boolean): string | undefined {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) return undefined;
  return 'must start with https://';
}

function hostRefusal(url: URL, isLoopback: boolean, rule: DestinationRule): string | undefined {
  if (url.host === rule.ownHost) return 'must not lead back to this portal';
  if (addressLiteral.test(url.hostname) && !isLoopback) return 'must have a host name, not an IP address';
  if (!rule.hosts.includes(url.hostname)) return `must lead to ${allowedHosts(rule)}`;
  if (url.port !== '' && !isLoopback) return 'must not have a port';
  return undefined;
}

/** Reads a destination: returns the address to store, or the reason why it is refused. */
export function readDestination(text: string, rule: DestinationRule): Destination {
  if (text === '') return { reason: 'must not be empty' };
  if (text.length > longest) return { reason: `must have at most ${longest} characters` };
  if (ambiguous.test(text)) return { reason: 'must not contain spaces, backslashes or invisible characters' };
  const authority = plainAuthority.exec(text)?.[1];
  if (authority === undefined || !URL.canParse(text))
    return { reason: 'must be a full address, like https://shop.example/page' };
  if (authority.includes('@')) return { reason: 'must not contain a username or password' };
  const url = new URL(text);
  const isLoopback = !rule.production && loopback.test(url.hostname);
  const refusal = schemeRefusal(url, isLoopback) ?? hostRefusal(url, isLoopback, rule);
  if (refusal !== undefined) return { reason: refusal };
  if (url.href.length > longest) return { reason: `must have at most ${longest} characters` };
  return { url: url.href, host: url.hostname };
}
