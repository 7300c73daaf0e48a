import { type Appearance, storefrontLayout, storefrontScheme } from '@vitrine/contract/appearance.ts';
import { hexColour, readableAccent } from '@vitrine/contract/values/colour.ts';

/** The look of a storefront besides its texts and banner; stored as one value. */
export type Look = Pick<Appearance, 'accent' | 'layout' | 'scheme'>;

/**
 * The stored look. Where no color was chosen, the brand's, or null for the variant's; the standard where nothing else was
 * chosen or the value is unknown to this version.
 */
export function lookOf(value: unknown, brandAccent: string | null = null): Look {
  const given: { accent?: unknown; layout?: unknown; scheme?: unknown } =
    typeof value === 'object' && value !== null ? value : {};
  const { accent, layout, scheme } = given;
  return {
    accent: typeof accent === 'string' && hexColour.test(accent) ? accent : brandAccent,
    layout: storefrontLayout.safeParse(layout).data ?? 'grid',
    scheme: storefrontScheme.safeParse(scheme).data ?? 'auto',
  };
}

/** The CSS rules for a custom accent color, adjusted to be readable in light and dark mode. */
export function accentRules(accent: string): string {
  const { light, dark } = readableAccent(accent);
  const night = `{--accent:${dark};--on-accent:#000}`;
  // As specific as the colors of a variant, and after them.
  const root = ':root:root:root';
  return `${root}{--accent:${light};--on-accent:#fff}@media(prefers-color-scheme:dark){${root}:not(.light)${night}}${root}.dark${night}\n`;
}
