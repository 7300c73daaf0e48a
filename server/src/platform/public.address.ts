/** A picture's address as others can open it: our own files are kept by path, and named in full on the way out (S19). */
export function publicAddress(publicUrl: string, address: string): string;
export function publicAddress(publicUrl: string, address: string | null): string | null;
export function publicAddress(publicUrl: string, address: string | null): string | null {
  return address?.startsWith('/') && !address.startsWith('//') ? `${publicUrl}${address}` : address;
}
