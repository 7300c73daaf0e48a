import type { LiveMap } from '../api/queries.ts';

export const linksLive: LiveMap = { 'figures-update': () => [{ queryKey: ['links'] }, { queryKey: ['link-hits'] }] };
