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
  test('is complete, in the version that users accept, each section with its own address (§6)', async () => {
    const text = await textOf(slug);
    expect(text.version).toBe(legalVersions[slug]);
    expect(wordsOf(text).split(/\s+/).length).toBeGreaterThanOrEqual(2000);
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([]);
  });

  test('names the operator and leaves no placeholder empty (§6)', async () => {
    const plainText = wordsOf(await textOf(slug));
    expect(plainText).not.toMatch(/[{}]/);
    expect(plainText).toContain('legal@portal.example');
    expect(plainText).toContain('1 Arcade Row, Harbour');
  });
});

/** One section of a text, as its reader sees it. */
async function sectionOf(slug: keyof typeof legalVersions, id: string): Promise<string> {
  const text = await textOf(slug);
  return wordsOf({ ...text, sections: text.sections.filter((section) => section.id === id) });
}

test('the terms say which content license users give, to us and to each brand (§9)', async () => {
  const licence = await sectionOf('terms-of-use', 'content-licence');
  expect(licence).toMatch(/^Your content and the license you give\n/);
  expect(licence).toContain('Your content stays yours.');
  expect(licence).toContain('You give us a worldwide, non-exclusive, royalty-free license to store, copy,');
  expect(licence).toContain('You give each brand whose storefront you accepted a worldwide, non-exclusive,');
  expect(licence).toContain('The license ends when you delete the content or your account');
});

test('the terms send disputes to arbitration, without class actions (§10)', async () => {
  const arbitration = await sectionOf('terms-of-use', 'arbitration');
  expect(arbitration).toMatch(/^Arbitration, and no class actions\n/);
  expect(arbitration).toContain('is finally decided by one neutral arbitrator, not by a judge or a jury');
  expect(arbitration).toContain('There are no class, collective or representative proceedings');
});

test('the terms cover the DMCA: notices, counter-notices and repeat infringers (§11)', async () => {
  const copyright = await sectionOf('terms-of-use', 'copyright');
  expect(copyright).toMatch(/^Copyright: notices under the DMCA\n/);
  expect(copyright).toContain('Digital Millennium Copyright Act (17 U.S.C. § 512)');
  expect(copyright).toContain('under penalty of perjury');
  expect(await sectionOf('terms-of-use', 'counter-notice')).toContain('send a counter-notice');
  expect(await sectionOf('terms-of-use', 'repeat-infringers')).not.toBe('');
});

test('by accepting a brand storefront invitation, the portal becomes the sole platform for affiliate commission on that brand’s content (§12)', async () => {
  const clause = await sectionOf('terms-of-use', 'sole-platform');
  expect(clause).toContain(
    'By accepting an invitation to a brand storefront you agree that, as long as you have that storefront, this portal is the sole platform through which you earn affiliate commission on your content for that brand.',
  );
});

test('the operator has a notice window of 5 business days (§132)', async () => {
  const copyright = await sectionOf('terms-of-use', 'copyright');
  expect(copyright).toContain('notice window of 5 business days');
});

test('material returns 10 to 14 business days after a counter-notice (§133)', async () => {
  const counterNotice = await sectionOf('terms-of-use', 'counter-notice');
  expect(counterNotice).toContain('not less than 10 and not more than 14 business days');
});

test('an arbitration hearing takes place within 160 days (§134)', async () => {
  const arbitration = await sectionOf('terms-of-use', 'arbitration');
  expect(arbitration).toContain('The hearing takes place within 160 days after the request for arbitration');
});

test('the governing law is the operator’s', async () => {
  expect(wordsOf(await textOf('terms-of-use'))).toContain('the law of the State of Delaware');
});

test('liability is capped at 100 dollars, the only figure for it (§135)', async () => {
  const text = await textOf('terms-of-use');
  const liability = text.sections.find(({ id }) => id === 'liability')?.parts.join('\n') ?? '';
  expect(liability).toContain(
    'our liability for all claims that have to do with the portal is limited in total to 100 US dollars.',
  );
  expect(liability).not.toMatch(/whichever|what you paid|greater|at least/);
  expect(liability.match(/\d[\d,]*/g)).toEqual(['100']);
});

test('the privacy policy says which data is collected, of whom and what for (§7)', async () => {
  const collected = await sectionOf('privacy-policy', 'what-we-collect');
  expect(collected).toMatch(/^What we collect\n/);
  for (const lead of [
    'From creators, and from the staff of brands:',
    'To pay creators:',
    'From social networks, only if you connect an account:',
  ])
    expect(collected).toContain(lead);
  expect(collected).toContain('account: name, handle, email address, password');
  expect(await sectionOf('privacy-policy', 'why')).toMatch(/^What we use it for, and our legal basis\n/);
});

test('the privacy policy names both cookies, and says that there are no others (§8)', async () => {
  const cookies = await sectionOf('privacy-policy', 'cookies');
  expect(cookies).toMatch(/^Cookies and browser storage\n/);
  expect(cookies).toContain('We set two cookies. The first is called vt_browser');
  expect(cookies).toContain('The second is called vt_device.');
});

test('the privacy policy says who sees the data, and what rights users have', async () => {
  const ids = (await textOf('privacy-policy')).sections.map(({ id }) => id);
  for (const id of ['who-sees', 'your-rights']) expect(ids).toContain(id);
});

test('there is no other text', async () => {
  expect(await loadLegalText('imprint')).toBeUndefined();
  expect(await loadLegalText('constructor')).toBeUndefined();
});
