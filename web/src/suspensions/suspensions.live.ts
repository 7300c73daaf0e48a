import type { LiveMap } from '../api/queries.ts';

export const ownSuspensionsKey = ['suspensions'];

/** Separate from the queries, because the frame loads this at the start and doesn't need them. */
export const suspensionsLive: LiveMap = { 'user-update': () => [{ queryKey: ownSuspensionsKey }] };
