import type { LiveMap } from '../api/queries.ts';

/** Apart from the queries themselves: the frame knows it from the start, and need not know more. */
export const socialLive: LiveMap = { 'user-update': () => [{ queryKey: ['social'] }] };
