import { addressesOf, type Variants } from './variants/variants.ts';

/** A picture's full URL; our own files are stored by path (S19). */
export function publicAddress(publicUrl: string, address: string): string;
export function publicAddress(publicUrl: string, address: string | null): string | null;
export function publicAddress(publicUrl: string, address: string | null): string | null {
  return address?.startsWith('/') && !address.startsWith('//') ? `${publicUrl}${address}` : address;
}

/** Which of our URLs a call was sent to. Nothing else in its Host header is used. */
export function calledAddress(own: { publicUrl: string; variants: Variants }, host: string): string {
  const called = addressesOf(own).find((address) => new URL(address).host === host.toLowerCase());
  return called ?? own.publicUrl;
}

/** The hosts under which this installation is reached. */
export function ownHostsOf(own: { publicUrl: string; variants: Variants }): string[] {
  return addressesOf(own).map((address) => new URL(address).host);
}
