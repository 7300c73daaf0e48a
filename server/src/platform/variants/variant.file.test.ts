import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contrast, leastContrast } from '@vitrine/contract/values/colour.ts';
import { readVariants, VariantError } from './variant.file.ts';
import { shippedFolder } from './variants.testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-variants-'));
  cpSync(shippedFolder, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

/** The lines of the refusal, without the folder. */
function refusal(standardKey = 'general'): string[] {
  try {
    readVariants(folder, standardKey);
  } catch (error) {
    if (error instanceof VariantError) return error.message.replaceAll(`${folder}/`, '').split('\n');
    throw error;
  }
  return ['no refusal'];
}

describe('a variant file', () => {
  test('needs nothing but a name', () => {
    write('atelier.json', { name: 'Atelier' });
    expect(readVariants(folder, 'general').byKey.get('atelier')).toMatchObject({
      key: 'atelier',
      name: 'Atelier',
      hosts: [],
      manageLabel: {},
      style: 'soft',
      css: '',
      privacyUrl: null,
      termsUrl: null,
    });
  });

  test.each([
    [{}, 'name is missing; it must be a text'],
    [{ name: '' }, 'name is ""; it must be a text'],
    [{ name: 'x', hosts: 'a.example' }, 'hosts is "a.example"; it must be a list of host names'],
    [{ name: 'x', hosts: ['https://a.example'] }, 'hosts[0] is "https://a.example"; it must be a host name alone'],
    [{ name: 'x', hosts: ['a.example:3000'] }, 'hosts[0] is "a.example:3000"; it must be a host name alone'],
    [{ name: 'x', hosts: ['A.example'] }, 'hosts[0] is "A.example"; it must be a host name alone in lowercase'],
    [{ name: 'x', hosts: ['*.example.com'] }, 'hosts[0] is "*.example.com"; it must be a host name alone'],
    [{ name: 'x', manageLabel: { fr: 'Gérer' } }, '"manageLabel.fr" is not a field; the fields are en, es'],
    [{ name: 'x', manageLabel: 'Shop' }, 'manageLabel is "Shop"; it must be a text for each language'],
    [{ name: 'x', them: {} }, '"them" is not a field; did you mean "theme"?'],
    [{ name: 'x', somethingElse: 1 }, '"somethingElse" is not a field; the fields are name, hosts, manageLabel, theme'],
    [{ name: 'x', theme: { acent: {} } }, '"theme.acent" is not a field; did you mean "accent"?'],
    [{ name: 'x', theme: { style: 'round' } }, 'theme.style is "round"; it must be one of soft, sharp'],
    [
      { name: 'x', theme: { accent: { light: 'purple', dark: '#ffffff' } } },
      'theme.accent.light is "purple"; it must be a color with six digits, like #1c5940',
    ],
    [{ name: 'x', theme: { accent: '#123456' } }, 'theme.accent is "#123456"; it must be two colors'],
    [{ name: 'x', theme: { accent: { light: '#123456' } } }, 'theme.accent.dark is missing; it must be a color'],
    [{ name: 'x', termsUrl: 'http://a.example' }, 'termsUrl is "http://a.example"; it must be an https address'],
    [{ name: 'x', privacyUrl: 'javascript:alert(1)' }, 'privacyUrl is "javascript:alert(1)"; it must be an https'],
    [[], 'the content is []; it must be an object'],
    ['{ "name": }', 'is not valid JSON: Unexpected token'],
  ])('%j is refused by its file and field', (content, reason) => {
    write('atelier.json', content);
    const lines = refusal();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^atelier\.json: /);
    expect(lines[0]).toContain(reason);
  });

  test.each([
    [
      { accent: { light: '#5b2a86', dark: '#c9a6f0' }, onAccent: { light: '#7a5a96', dark: '#000000' } },
      'atelier.json: theme.onAccent.light is "#7a5a96": text in #7a5a96 on the accent color #5b2a86 has a contrast of 1.7:1, and needs at least 4.5:1',
    ],
    [
      { accent: { light: '#ffd400', dark: '#ffd400' } },
      'atelier.json: theme.accent.light is "#ffd400": text in #ffd400 on the background #f6f1e6 has a contrast of 1.2:1, and needs at least 4.5:1',
    ],
    [
      { ink: { light: '#999999', dark: '#ffffff' } },
      'atelier.json: theme.ink.light is "#999999": text in #999999 on the background #f6f1e6 has a contrast of 2.5:1, and needs at least 4.5:1',
    ],
  ])('with colors that are hard to read is refused, with their contrast: %j', (theme, line) => {
    write('atelier.json', { name: 'Atelier', theme });
    expect(refusal()).toEqual([line]);
  });

  test('gets readable text on its accent color, and readable gray text on its own paper', () => {
    write('atelier.json', {
      name: 'Atelier',
      theme: {
        accent: { light: '#5b2a86', dark: '#ffd400' },
        paper: { light: '#e8f0e8', dark: '#202830' },
      },
    });
    const colors = readVariants(folder, 'general').byKey.get('atelier')?.colors;
    for (const { paper, soft, accent, onAccent } of Object.values(colors ?? {})) {
      expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(leastContrast);
      expect(contrast(soft, paper)).toBeGreaterThanOrEqual(leastContrast);
    }
    expect(colors?.light).toMatchObject({ onAccent: '#ffffff' });
    expect(colors?.dark).toMatchObject({ onAccent: '#000000' });
  });

  test('must not list a host name of another', () => {
    write('atelier.json', { name: 'Atelier', hosts: ['atelier.example', 'beauty.localhost'] });
    expect(refusal()).toEqual(['beauty.json: hosts[0] is "beauty.localhost", which atelier.json lists too']);
  });

  test('must have a name that is a key', () => {
    write('My Shop.json', { name: 'Mine' });
    expect(refusal()).toEqual([
      'My Shop.json: the file name must have up to 30 lowercase letters, numbers or hyphens before .json',
    ]);
  });

  test('with several errors, and several such files, report all of them', () => {
    write('atelier.json', { nam: 'Atelier', hosts: [1] });
    write('other.json', {});
    expect(refusal().map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'atelier.json: name',
      'atelier.json: hosts[0]',
      'atelier.json: "nam"',
      'other.json: name',
    ]);
  });
});

test('PROJECT must be one of the variants', () => {
  expect(refusal('shoes')).toEqual([`PROJECT is "shoes"; it must be a variant in ${folder}: beauty, general`]);
});

test.each([
  ['that is not there', '/nowhere/variants', 'it must be a folder with a .json file per variant'],
  ['without a file', '/proc/self/task', 'which has no .json file'],
])('a folder %s is refused by its setting', (_what, path, reason) => {
  expect(() => readVariants(path, 'general')).toThrow(reason);
  expect(() => readVariants(path, 'general')).toThrow(`VARIANTS_DIR is "${path}"`);
});

const guide = readFileSync(new URL('../../../../docs/operate/variants.md', import.meta.url), 'utf8');

describe('the guide', () => {
  test('has an example that works', () => {
    write('atelier.json', /```json\n([\s\S]*?)```/.exec(guide)?.[1]);
    const atelier = readVariants(folder, 'general').byKey.get('atelier');
    expect(atelier).toMatchObject({ name: 'Atelier Circle', hosts: ['circle.atelier.example'] });
    expect(atelier?.css).toContain('--accent:#5b2a86');
  });

  test('shows errors as they are', () => {
    write('atelier.json', { name: 'x', host: [], theme: { accent: { light: 'purple', dark: '#c9a6f0' } } });
    for (const line of refusal()) expect(guide).toContain(`/etc/vitrine/variants/${line}\n`);
    expect(refusal()).toHaveLength(2);
  });

  test('explains every field', () => {
    write('atelier.json', { name: 'x', unknownField: 1, theme: { unknownField: 1 } });
    const fields = refusal().flatMap((line) => {
      const prefix = line.includes('theme.unknownField') ? 'theme.' : '';
      return (line.split('the fields are ')[1] ?? '').split(', ').map((field) => `${prefix}${field}`);
    });
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter((field) => field !== 'theme' && !guide.includes(`\`${field}\``))).toEqual([]);
  });
});
