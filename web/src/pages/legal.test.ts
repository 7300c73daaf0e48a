import { describe, expect, test } from 'vitest';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { type LegalText, loadLegalText, named, operatorOfHost } from './legal.ts';

const operator = {
  ...operatorOfHost('portal.example'),
  address: '1 Arcade Row, Harbour',
  law: 'the State of Delaware',
};

function wordsOf(text: LegalText): string {
  return text.sections
    .flatMap(({ heading, parts }) => [
      heading,
      ...parts.flatMap((part) => (typeof part === 'string' ? [part] : [part.lead, ...part.items])),
    ])
    .map((line) => named(line, operator))
    .join('\n');
}

async function textOf(slug: keyof typeof legalVersions): Promise<LegalText> {
  const text = await loadLegalText(slug);
  if (!text) throw new Error(`no text ${slug}`);
  return text;
}

describe.each(['terms-of-use', 'privacy-policy'] as const)('%s', (slug) => {
  test('is complete, in the version that people accept, each section with an address of its own (S25)', async () => {
    const text = await textOf(slug);
    expect(text.version).toBe(legalVersions[slug]);
    expect(wordsOf(text).split(/\s+/).length).toBeGreaterThanOrEqual(2000);
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([]);
  });

  test('names who runs the installation and leaves no place empty (S25)', async () => {
    const words = wordsOf(await textOf(slug));
    expect(words).not.toMatch(/[{}]/);
    expect(words).toContain('legal@portal.example');
    expect(words).toContain('1 Arcade Row, Harbour');
  });
});

test('the terms hold every clause and every figure of the specification (S25)', async () => {
  const text = await textOf('terms-of-use');
  const ids = text.sections.map(({ id }) => id);
  for (const id of ['sole-platform', 'content-licence', 'arbitration', 'copyright', 'counter-notice', 'liability'])
    expect(ids).toContain(id);
  const words = wordsOf(text);
  expect(words).toMatch(/accepting an invitation to a brand storefront .* this portal is the sole platform/);
  expect(words).toContain('notice window of 5 business days');
  expect(words).toContain('not less than 10 and not more than 14 business days');
  expect(words).toContain('within 160 days');
  expect(words).toContain('100 US dollars');
  expect(words).toContain('the law of the State of Delaware');
});

test('the privacy policy says what is collected, and names each cookie and each entry of the browser’s storage (S15, S25)', async () => {
  const text = await textOf('privacy-policy');
  const ids = text.sections.map(({ id }) => id);
  for (const id of ['what-we-collect', 'cookies', 'who-sees', 'your-rights']) expect(ids).toContain(id);
  const words = wordsOf(text);
  for (const name of ['vt_browser', 'token', 'redirectPath', 'original_token']) expect(words).toContain(name);
});

test('there is no other text', async () => {
  expect(await loadLegalText('imprint')).toBeUndefined();
  expect(await loadLegalText('constructor')).toBeUndefined();
});
