import { contrast, leastContrast, mixed } from '@vitrine/contract/values/colour.ts';
import { type Colors, type Schemes, type StyleName, styles } from './variant.styles.ts';

/** The colors that a variant's file sets itself. */
export type OwnColors = Partial<Record<'paper' | 'ink' | 'accent' | 'onAccent', Schemes<string> | undefined>>;
export type Display = 'serif' | 'sans';

const schemes = ['light', 'dark'] as const;
const names = { paper: 'the background', accent: 'the accent color' } as const;

/** The text color, mixed with the background as far as it stays readable there. */
function softened(ink: string, paper: string): string {
  const steps = [0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05];
  return steps.map((part) => mixed(ink, paper, part)).find((soft) => contrast(soft, paper) >= leastContrast) ?? ink;
}

/** Black or white, as the text on a color is read more easily. One of them always reaches 4.5 to 1. */
function textOn(color: string): string {
  return contrast('#ffffff', color) >= leastContrast ? '#ffffff' : '#000000';
}

const sunkOf = ({ paper, ink }: Colors) => mixed(paper, ink, 0.06);

/** The colors of a style with a variant's own. What isn't set is mixed from what is. */
export function colorsOf(style: StyleName, own: OwnColors): Schemes<Colors> {
  const resolved = (scheme: 'light' | 'dark'): Colors => {
    const base = styles[style].colors[scheme];
    const colors = {
      ...base,
      ...(own.paper && { paper: own.paper[scheme] }),
      ...(own.ink && { ink: own.ink[scheme] }),
      ...(own.accent && { accent: own.accent[scheme], onAccent: textOn(own.accent[scheme]) }),
      ...(own.onAccent && { onAccent: own.onAccent[scheme] }),
    };
    if (!own.paper && !own.ink) return colors;
    return { ...colors, soft: softened(colors.ink, sunkOf(colors)), hair: mixed(colors.paper, colors.ink, 0.15) };
  };
  return { light: resolved('light'), dark: resolved('dark') };
}

/** What can't be read (WCAG 2.2, 1.4.3): a line for each field. */
export function contrastErrors(own: OwnColors, colors: Schemes<Colors>): string[] {
  const pairs = [
    ['onAccent', 'accent', own.onAccent ? 'onAccent' : 'accent'],
    ['accent', 'paper', own.accent ? 'accent' : 'paper'],
    ['ink', 'paper', own.ink ? 'ink' : 'paper'],
  ] as const;
  return schemes.flatMap((scheme) =>
    pairs.flatMap(([text, background, field]) => {
      const [color, behind] = [colors[scheme][text], colors[scheme][background]];
      const ratio = contrast(color, behind);
      if (ratio >= leastContrast) return [];
      // Rounded down, so that 4.49 doesn't read as enough.
      const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
      const pair = `text in ${color} on ${names[background]} ${behind} has a contrast of ${shown}:1`;
      return [`theme.${field}.${scheme} is "${colors[scheme][field]}": ${pair}, and needs at least ${leastContrast}:1`];
    }),
  );
}

type Properties = Record<string, string>;

function accentProperties(style: StyleName, scheme: 'light' | 'dark', colors: Schemes<Colors>): Properties {
  const { accent, onAccent, paper } = colors[scheme];
  const always = { accent, 'on-accent': onAccent, 'accent-soft': `${accent}${scheme === 'light' ? '14' : '1f'}` };
  if (style === 'sharp') return { ...always, 'stage-soft': colors.dark.accent };
  const stage = colors.light;
  return {
    ...always,
    'accent-mid': mixed(accent, paper, 0.45),
    stage: stage.accent,
    'on-stage': stage.onAccent,
    'stage-soft': softened(stage.onAccent, stage.accent),
  };
}

/** Everything that is paper or ink, for the portal (tokens.css) and the pages of shoppers (shop.css). */
function paperProperties(colors: Colors, scheme: 'light' | 'dark'): Properties {
  const { paper, ink, soft, hair } = colors;
  const sunk = sunkOf(colors);
  return {
    paper,
    ink,
    raised: scheme === 'light' ? mixed(paper, '#ffffff', 0.6) : mixed(paper, ink, 0.04),
    sunk,
    'ink-soft': soft,
    'ink-faint': mixed(ink, paper, 0.5),
    hair: `${ink}1f`,
    'hair-strong': `${ink}52`,
    'paper-shaded': mixed(paper, '#000000', 0.3),
    well: sunk,
    quiet: soft,
    line: hair,
  };
}

function block(selector: string, properties: Properties): string {
  const lines = Object.entries(properties).map(([name, value]) => `--${name}:${value}`);
  return `${selector}{${lines.join(';')}}`;
}

const sansProperties = {
  display: 'var(--text,system-ui,sans-serif)',
  'display-weight': '600',
  'title-weight': '600',
  tracking: '-0.02em',
};

/** The style sheet of a variant, for all pages; empty if it uses a style as it is. */
export function variantSheet(
  { style, display, own }: { style: StyleName; display: Display; own: OwnColors },
  colors: Schemes<Colors>,
): string {
  const propertiesIn = (scheme: 'light' | 'dark') => ({
    ...((own.paper || own.ink) && paperProperties(colors[scheme], scheme)),
    ...((own.accent || own.onAccent) && accentProperties(style, scheme, colors)),
  });
  const light = { ...propertiesIn('light'), ...(display === 'sans' && sansProperties) };
  const dark = propertiesIn('dark');
  if (Object.keys(light).length === 0) return '';
  // Three times, so that these rules come before those of the style in any order of the sheets.
  const root = ':root:root:root';
  const always = block(root, light);
  if (Object.keys(dark).length === 0) return always;
  const bySystem = block(`${root}:not(.light,[data-theme=light])`, dark);
  return `${always}@media(prefers-color-scheme:dark){${bySystem}}${block(`${root}:is(.dark,[data-theme=dark])`, dark)}`;
}
