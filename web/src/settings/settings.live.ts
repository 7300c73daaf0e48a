import type { LiveMap } from '../api/queries.ts';

/** Separate from the queries, because the frame loads this at the start and doesn't need them. */
export const settingsLive: LiveMap = { 'user-update': () => [{ queryKey: ['settings'] }] };
