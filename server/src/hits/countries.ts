import { type CountryResponse, open } from 'maxmind';
import type { Log } from '../platform/log.ts';

/** The country of an address from a database file that the operator supplies; '' if unknown. */
export type Countries = (address: string) => string;

export async function openCountries(path: string | undefined, log: Log): Promise<Countries> {
  if (path === undefined) return () => '';
  try {
    const reader = await open<CountryResponse>(path);
    return (address) => {
      try {
        return reader.get(address)?.country?.iso_code ?? '';
      } catch {
        return '';
      }
    };
  } catch (error) {
    log.warn({ path, error: String(error) }, 'could not read GEO_DATABASE; countries will be unknown');
    return () => '';
  }
}

const countryPattern = /^[A-Z]{2}$/;

/** Two capital letters; '' for what proxies send for unknown (XX) and Tor (T1). */
export function cleanCountry(text: string): string {
  const country = text.toUpperCase();
  return countryPattern.test(country) && country !== 'XX' ? country : '';
}
