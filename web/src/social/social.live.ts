import type { LiveMap } from '../api/queries.ts';

/** Separate from the queries, because the frame loads this at the start and doesn't need them. */
export const socialLive: LiveMap = { 'user-update': () => [{ queryKey: ['social'] }] };
