import { categorySentences, type PublicTakedown } from '../platform/http/takedown.notice.ts';
import { html } from '../platform/http/html.ts';

/**
 * What is shown in place of a picture that was taken down. Browsers draw an image also with status 410 or 451, so every
 * page and screen shows it without knowing about it.
 */
export function takedownPicture({ category }: PublicTakedown): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="640" height="640"><title>Picture taken down. ${categorySentences[category]}</title><rect width="640" height="640" fill="#e7ded0"/><g fill="#4c4238" font-family="sans-serif" text-anchor="middle"><text x="320" y="305" font-size="44" font-weight="bold">Picture taken down</text><text x="320" y="362" font-size="22">${categorySentences[category]}</text></g></svg>`.toString();
}
