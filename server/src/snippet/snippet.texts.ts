import { html, jsonForScript } from '../platform/http/html.ts';
import type { SnippetVersion } from './snippet.files.ts';

// What a brand copies into its shop. docs/shops/snippet.md has the same texts, and a test compares them.

/** `home` is our address, `parameter` the click's name and after `|` former ones, `domain` null for the host of the page only. */
export type SnippetSettings = { home: string; parameter: string; days: number; domain: string | null };

const usualParameter = 'vt_click';

export function addressOfSnippet(home: string, { version }: SnippetVersion): string {
  return `${home}/vt.js?v=${version}`;
}

export function snippetTag(file: SnippetVersion, { home, parameter, days, domain }: SnippetSettings): string {
  const optional = [
    parameter !== usualParameter && html` data-parameter="${parameter}"`,
    domain !== null && html` data-domain="${domain}"`,
  ];
  const address = addressOfSnippet(home, file);
  return html`<script async src="${address}" integrity="${file.integrity}" crossorigin="anonymous" data-days="${days}"${optional}></script>`.toString();
}

/** Google Tag Manager drops the data attributes of a script tag, so its recipe sets them on the element. */
export function tagManagerText(file: SnippetVersion, { home, parameter, days, domain }: SnippetSettings): string {
  const data = { parameter, days, ...(domain !== null && { domain }) };
  return `<script>
(function () {
  var tag = document.createElement('script');
  tag.async = true;
  tag.src = ${jsonForScript(addressOfSnippet(home, file)).toString()};
  tag.integrity = ${jsonForScript(file.integrity).toString()};
  tag.crossOrigin = 'anonymous';
  Object.assign(tag.dataset, ${jsonForScript(data).toString()});
  document.head.appendChild(tag);
})();
</script>`;
}

export function pixelText(pixel: string, { parameter, days, domain }: SnippetSettings): string {
  return `const VITRINE = ${JSON.stringify({ parameter, days, domain: domain ?? '' })};\n${pixel}`;
}

export const formFieldText = '<input type="hidden" name="vt_click">';

/**
 * The widest domain that all hosts share, for a cookie that checkout and shop both read; null if they share none.
 * Browsers refuse one that is not the shop's own, like co.uk, and the snippet then keeps to its host.
 */
export function sharedDomain(hosts: readonly string[]): string | null {
  const [first = [], ...others] = hosts.map((host) =>
    host
      .replace(/^www\./, '')
      .split('.')
      .toReversed(),
  );
  const end = first.findIndex((label, index) => others.some((other) => other[index] !== label));
  const shared = end === -1 ? first : first.slice(0, end);
  return shared.length < 2 ? null : shared.toReversed().join('.');
}
