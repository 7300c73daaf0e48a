import type { Language } from '@vitrine/contract/values/languages.ts';
import type { Colors, Schemes, StyleName } from './variant.styles.ts';

/** A variant of the product, as its file describes it (S24). */
export type Variant = {
  /** The name of its file, without `.json`. */
  key: string;
  name: string;
  /** What the area is called where creators manage their storefront; “Manage” in a language without a label. */
  manageLabel: { [Code in Language]?: string | undefined };
  /** The host names that show this variant. */
  hosts: readonly string[];
  style: StyleName;
  colors: Schemes<Colors>;
  /** The custom properties in which this variant differs from its style; empty for none. */
  css: string;
  /** Legal pages of a retailer; null for the texts of this installation. */
  privacyUrl: string | null;
  termsUrl: string | null;
};

/** `standard` is the variant of every host name that no variant lists, and of brands whose variant is gone. */
export type Variants = { folder: string; standard: Variant; byKey: ReadonlyMap<string, Variant> };

export function variantOfKey({ byKey, standard }: Variants, key: string): Variant {
  return byKey.get(key) ?? standard;
}

function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

function variantListing({ byKey }: Variants, hostname: string): Variant | undefined {
  return [...byKey.values()].find(({ hosts }) => hosts.includes(hostname));
}

/** The variant for a Host header, which anyone can forge: only exact host names count. */
export function variantOfHost(variants: Variants, host: string | undefined): Variant {
  return (host === undefined ? undefined : variantListing(variants, hostnameOf(host))) ?? variants.standard;
}

/** The public address with another host name. */
function addressAt(publicUrl: string, hostname: string): string {
  const address = new URL(publicUrl);
  address.hostname = hostname;
  return address.origin;
}

const isLocal = (hostname: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);

/** The address of a variant's own portal; undefined for the standard one, and for one without a host name. */
export function homeOfVariant(
  { publicUrl, variants }: { publicUrl: string; variants: Variants },
  key: string,
): string | undefined {
  const variant = variantOfKey(variants, key);
  // Names like beauty.localhost are for trying a variant, so no link leads to them.
  const hostname = variant.hosts.find((host) => !host.endsWith('.localhost'));
  return variant === variants.standard || hostname === undefined ? undefined : addressAt(publicUrl, hostname);
}

/** The addresses of all variants: PUBLIC_URL, and the same with each host name of a file. */
export function addressesOf({ publicUrl, variants }: { publicUrl: string; variants: Variants }): string[] {
  const isOnThisMachine = isLocal(new URL(publicUrl).hostname);
  const hosts = [...variants.byKey.values()].flatMap((variant) => variant.hosts);
  // Names like beauty.localhost reach this machine only, so elsewhere they are no address.
  const reachable = hosts.filter((hostname) => isOnThisMachine || !hostname.endsWith('.localhost'));
  return [...new Set([publicUrl, ...reachable.map((hostname) => addressAt(publicUrl, hostname))])];
}
