import { describe, expect, test } from 'vitest';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { type LegalText, loadLegalText, named } from './legal.ts';
import { operatorOfHost } from '../support/operator.data.ts';

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
  test('is complete, in the version that users accept, each section with its own address (S25)', async () => {
    const text = await textOf(slug);
    expect(text.version).toBe(legalVersions[slug]);
    expect(wordsOf(text).split(/\s+/).length).toBeGreaterThanOrEqual(2000);
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([]);
  });

  test('names the operator and leaves no placeholder empty (S25)', async () => {
    const plainText = wordsOf(await textOf(slug));
    expect(plainText).not.toMatch(/[{}]/);
    expect(plainText).toContain('legal@portal.example');
    expect(plainText).toContain('1 Arcade Row, Harbour');
  });
});

test('the terms contain every clause and every figure of the specification (S25)', async () => {
  const text = await textOf('terms-of-use');
  const ids = text.sections.map(({ id }) => id);
  for (const id of ['sole-platform', 'content-licence', 'arbitration', 'copyright', 'counter-notice', 'liability'])
    expect(ids).toContain(id);
  const plainText = wordsOf(text);
  expect(plainText).toMatch(/accepting an invitation to a brand storefront .* this portal is the sole platform/);
  expect(plainText).toContain('notice window of 5 business days');
  expect(plainText).toContain('not less than 10 and not more than 14 business days');
  expect(plainText).toContain('within 160 days');
  expect(plainText).toContain('the law of the State of Delaware');
});

test('liability is capped at 100 dollars, the only figure for it (S25)', async () => {
  const text = await textOf('terms-of-use');
  const liability = text.sections.find(({ id }) => id === 'liability')?.parts.join('\n') ?? '';
  expect(liability).toContain(
    'our liability for all claims that have to do with the portal is limited in total to 100 US dollars.',
  );
  expect(liability).not.toMatch(/whichever|what you paid|greater|at least/);
  expect(liability.match(/\d[\d,]*/g)).toEqual(['100']);
});

test('the privacy policy says what is collected, who sees it, and what rights users have (S25)', async () => {
  const ids = (await textOf('privacy-policy')).sections.map(({ id }) => id);
  for (const id of ['what-we-collect', 'cookies', 'who-sees', 'your-rights']) expect(ids).toContain(id);
});

test('there is no other text', async () => {
  expect(await loadLegalText('imprint')).toBeUndefined();
  expect(await loadLegalText('constructor')).toBeUndefined();
});
