/** A picture's address as others can open it: our own files are kept by path, and named in full on the way out (S19). */
export function publicAddress(publicUrl: string, address: string): string;
export function publicAddress(publicUrl: string, address: string | null): string | null;
export function publicAddress(publicUrl: string, address: string | null): string | null {
  return address?.startsWith('/') && !address.startsWith('//') ? `${publicUrl}${address}` : address;
}

/** Which of our addresses a call was sent to. Nothing else that its host header may say gets into an address. */
export function calledAddress(own: { publicUrl: string; beautyUrl: string | undefined }, host: string): string {
  const { beautyUrl, publicUrl } = own;
  return beautyUrl !== undefined && new URL(beautyUrl).host === host.toLowerCase() ? beautyUrl : publicUrl;
}
