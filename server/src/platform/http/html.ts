/** Escaped markup; only this module can create it. */
export class Html {
  readonly #markup: string;
  constructor(markup: string) {
    this.#markup = markup;
  }
  toString(): string {
    return this.#markup;
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export type Fragment = Html | string | number | undefined | false | readonly Fragment[];

function render(value: Fragment): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return value.map(render).join('');
}

/** Tagged template: escapes every value, joins lists, and omits `false` and `undefined`. */
export function html(strings: TemplateStringsArray, ...values: Fragment[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? text : render(values[index - 1]) + text)).join(''));
}

/** JSON for a script element of type application/ld+json: no character in it can end the element. */
export function jsonForScript(value: unknown): Html {
  return new Html(
    JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}
