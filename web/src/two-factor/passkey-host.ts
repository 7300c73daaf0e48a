/** Whether a passkey works on this page: it belongs to one host name. */
export function isOfThisPage({ host }: { host: string }): boolean {
  return host === window.location.hostname;
}
