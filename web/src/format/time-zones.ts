/** Every zone the browser knows, and the current one if the browser doesn't know it. */
export function zonesWith(present: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', ...known, present])].map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' ').replaceAll('/', ' / '),
  }));
}
