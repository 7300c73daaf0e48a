import type { HostileTexts } from './hostile.choose.ts';

/** The input of a fill: the texts, and a word that makes its users unique. */
export type HostileFill = { texts: HostileTexts; tag: string };

export const hostilePassword = 'three quiet windows';
/** The user agents of the hostile users. */
export const agent = `Mozilla/5.0 '"><script>ran()</script> Chrome/140.0 Safari/537.36`;
