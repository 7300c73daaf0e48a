import type { HostileTexts } from './hostile.choose.ts';

/** What a fill goes by: the texts, and a word that makes its people nobody else's. */
export type HostileAction = { quiver: HostileTexts; tag: string };

export const hostilePassword = 'three quiet windows';
/** How the browsers of the hostile people call themselves. */
export const agent = `Mozilla/5.0 '"><script>ran()</script> Chrome/140.0 Safari/537.36`;
