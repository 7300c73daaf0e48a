import { type Appearance, storefrontLayout, storefrontScheme } from '@vitrine/contract/appearance.ts';
import { hexColour, readableAccent } from '@vitrine/contract/values/colour.ts';

/** How a storefront looks beside its words and its banner; stored as one value. */
export type Look = Pick<Appearance, 'accent' | 'layout' | 'scheme'>;

/** What is stored, with the brand's own look wherever nothing was chosen, or something this version does not know. */
export function lookOf(value: unknown): Look {
  const given: { accent?: unknown; layout?: unknown; scheme?: unknown } =
    typeof value === 'object' && value !== null ? value : {};
  const { accent, layout, scheme } = given;
  return {
    accent: typeof accent === 'string' && hexColour.test(accent) ? accent : null,
    layout: storefrontLayout.safeParse(layout).data ?? 'grid',
    scheme: storefrontScheme.safeParse(scheme).data ?? 'auto',
  };
}

/** The rules that dress a storefront in an accent of its own; each is readable on its paper. */
export function accentRules(accent: string): string {
  const { light, dark } = readableAccent(accent);
  const night = `{--accent:${dark};--on-accent:#000}`;
  return `:root{--accent:${light};--on-accent:#fff}@media(prefers-color-scheme:dark){:root:not(.light)${night}}:root.dark${night}\n`;
}
