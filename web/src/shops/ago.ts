import { useEffect, useState } from 'react';
import { useRegion } from '../accounts/accounts.data.ts';
import { formatAgo } from '../format/dates.ts';

const secondMs = 1_000;

/** How long ago a time was, counted up every second. */
export function useAgo(): (at: string) => string {
  const [now, setNow] = useState(() => new Date());
  const { locale } = useRegion();
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), secondMs);
    return () => clearInterval(timer);
  }, []);
  return (at) => formatAgo(at, now, locale);
}
