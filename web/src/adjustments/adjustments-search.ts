import { readTexts } from '../navigation/search.ts';

const readFilter = readTexts('search', 'kind', 'to');

/** What the address of the bonuses says. `to` opens the form with this handle; what can't be a handle is dropped. */
export function readAdjustmentsSearch(search: Record<string, unknown>): ReturnType<typeof readFilter> {
  const { to, ...filter } = readFilter(search);
  return { ...filter, ...(to && /^[a-z0-9_]{2,30}$/.test(to) && { to }) };
}
