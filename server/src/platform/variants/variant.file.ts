import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Language, languageCodes } from '@vitrine/contract/values/languages.ts';
import { colorsOf, contrastErrors, variantSheet } from './variant.colors.ts';
import { describeIssues } from './variant.errors.ts';
import { styleNames } from './variant.styles.ts';
import type { Variant, Variants } from './variants.ts';

/** Files that can't be used; each line names the file, the field, its value and what would be right. */
export class VariantError extends Error {}

const color = z
  .string('a color with six digits, like #1c5940')
  .check(z.regex(/^#[0-9a-f]{6}$/i, 'a color with six digits, like #1c5940'));
const colors = z.strictObject(
  { light: color, dark: color },
  'two colors, like { "light": "#1c5940", "dark": "#93d0a6" }',
);
const label = z.string('a text').check(z.minLength(1, 'a text'), z.maxLength(20, 'a text of at most 20 characters'));
const address = z.nullable(
  z.url({ protocol: /^https$/, error: 'an https address, or null for the text of this installation' }),
);
const hostname = z
  .string('a host name, like creators.example.com')
  .check(
    z.regex(
      /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      'a host name alone in lowercase letters, like creators.example.com',
    ),
  );

const manageLabel = z.strictObject(
  { en: z.optional(label), es: z.optional(label) } satisfies Record<Language, unknown>,
  'a text for each language, like { "en": "Storefront" }',
);
const theme = z.strictObject(
  {
    style: z._default(z.enum(styleNames, `one of ${styleNames.join(', ')}`), 'soft'),
    display: z._default(z.enum(['serif', 'sans'], 'one of serif, sans'), 'serif'),
    accent: z.optional(colors),
    onAccent: z.optional(colors),
    paper: z.optional(colors),
    ink: z.optional(colors),
  },
  'an object, like { "style": "soft" }',
);
const variantFile = z.strictObject(
  {
    name: z.string('a text').check(z.minLength(1, 'a text'), z.maxLength(40, 'a text of at most 40 characters')),
    hosts: z._default(z.array(hostname, 'a list of host names, like ["creators.example.com"]'), []),
    manageLabel: z._default(manageLabel, {}),
    theme: z._default(theme, { style: 'soft', display: 'serif' }),
    privacyUrl: z._default(address, null),
    termsUrl: z._default(address, null),
  },
  'an object, like { "name": "My portal" }',
);

/** The fields that exist in the object at a path. */
function fieldsAt([first, ...rest]: readonly PropertyKey[]): readonly string[] {
  if (first === 'manageLabel') return languageCodes;
  if (first === 'theme') return rest.length === 0 ? Object.keys(theme.shape) : ['light', 'dark'];
  return Object.keys(variantFile.shape);
}

const keyFormat = /^[a-z][a-z0-9-]{0,29}$/;

/** The variant of a file, or the lines that say what is wrong with it. */
function parseVariant(key: string, text: string): Variant | string[] {
  if (!keyFormat.test(key))
    return ['the file name must have up to 30 lowercase letters, numbers or hyphens before .json'];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [`is not valid JSON: ${error instanceof Error ? error.message : String(error)}`];
  }
  const read = variantFile.safeParse(value);
  if (!read.success) return describeIssues(read.error.issues, value, fieldsAt);
  const { theme, ...described } = read.data;
  const { style, display, ...own } = theme;
  const resolved = colorsOf(style, own);
  const errors = contrastErrors(own, resolved);
  if (errors.length > 0) return errors;
  return { ...described, key, style, colors: resolved, css: variantSheet({ style, display, own }, resolved) };
}

function hostErrors(found: readonly { file: string; variant: Variant }[]): string[] {
  const seen = new Map<string, string>();
  return found.flatMap(({ file, variant }) =>
    variant.hosts.flatMap((host, index) => {
      const first = seen.get(host);
      seen.set(host, first ?? file);
      return first === undefined ? [] : [`${file}: hosts[${index}] is "${host}", which ${first} lists too`];
    }),
  );
}

function namesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new VariantError(`VARIANTS_DIR is "${folder}"; it must be a folder with a .json file per variant: ${reason}`);
  }
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0)
    throw new VariantError(`VARIANTS_DIR is "${folder}", which has no .json file; it must have one per variant`);
  return files;
}

/** Reads every variant of a folder. Throws a VariantError with all that is wrong. */
export function readVariants(folder: string, standardKey: string): Variants {
  const found: { file: string; variant: Variant }[] = [];
  const errors: string[] = [];
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    const parsed = parseVariant(name.slice(0, -'.json'.length), readFileSync(file, 'utf8'));
    if (Array.isArray(parsed)) errors.push(...parsed.map((line) => `${file}: ${line}`));
    else found.push({ file, variant: parsed });
  }
  errors.push(...hostErrors(found));
  if (errors.length > 0) throw new VariantError(errors.join('\n'));
  const byKey = new Map(found.map(({ variant }) => [variant.key, variant]));
  const standard = byKey.get(standardKey);
  if (!standard)
    throw new VariantError(
      `PROJECT is "${standardKey}"; it must be a variant in ${folder}: ${[...byKey.keys()].join(', ')}`,
    );
  return { folder, standard, byKey };
}
