import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { LegalPart } from './legal.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { notPromised, type LegalPromise, promises } from './promises.testing.ts';
import { termsOfUse } from './terms-of-use.ts';

// The legal texts promise only what a setting, the code or the operator keeps.

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${repository}${path}`, 'utf8');

const texts = { 'terms-of-use': termsOfUse, 'privacy-policy': privacyPolicy };
const linesOf = (part: LegalPart) => (typeof part === 'string' ? [part] : [part.lead, ...part.items]);
const sections = Object.values(texts).flatMap(({ slug, sections: all }) =>
  all.map(({ id, parts }) => ({ slug, id, lines: parts.flatMap(linesOf) })),
);
const summaries = Object.values(texts).flatMap(({ slug, summary }) => ({ slug, id: 'summary', lines: [...summary] }));

const period =
  /\b(?:\d+|an?|one|two|three|twelve|several|six to ten|10 and not more than \d+) (?:business )?(?:hour|minute|day|week|month|year)s?\b/g;
const daysIn: Record<string, number> = { hour: 1 / 24, day: 1, week: 7, month: 30.44, year: 365.25 };

/** The period that a phrase names, in days. */
function daysOf(says: string): number | undefined {
  const found = /\b(\d+|an?) (hour|day|week|month|year)s?\b/.exec(says);
  if (!found) return undefined;
  return Number(found[1]?.replace(/^an?$/, '1')) * (daysIn[found[2] ?? ''] ?? 0);
}

/** What we say that we do, in the sections about taking down, suspending, closing, keeping and giving out data. */
const aboutIt = ['copyright', 'counter-notice', 'repeat-infringers', 'suspension', 'how-long', 'changes'];
const ours =
  /\b[Ww]e (?:may )?(?:suspend|close|erase|delete|remove|restore|announce|answer|publish|pass|tell|give|look|keep only)\b|\b(?:is|are) (?:erased|deleted|overwritten)\b/;
const sentencesOf = (line: string) => line.split(/(?<=[.;]) /);

/** Said of us, but no promise: what we may do, and what follows from a promise in the same section. */
const followsFromOthers = ['We may publish notices', 'Where we can, we give you', 'We restore the material'];

const isCovered = (slug: string, id: string, sentence: string, at?: { start: number; end: number }) =>
  promises.some(({ text, section, says }) => {
    const start = text === slug && section === id ? sentence.indexOf(says) : -1;
    return start >= 0 && (!at || (start <= at.start && at.end <= start + says.length));
  });

describe('the legal texts', () => {
  test('name no period that is neither kept by something nor no promise of ours', () => {
    const bare = [...sections, ...summaries].flatMap(({ slug, id, lines }) =>
      lines.flatMap((line) =>
        [...line.matchAll(period)]
          .filter(({ index, 0: words }) => {
            const isOther = notPromised.some((other) => {
              const start = line.indexOf(other);
              return start >= 0 && start <= index && index + words.length <= start + other.length;
            });
            return !isOther && !isCovered(slug, id, line, { start: index, end: index + words.length });
          })
          .map(({ 0: words, index }) => `${slug} ${id}: …${line.slice(Math.max(0, index - 40), index)}${words}`),
      ),
    );
    expect(bare).toEqual([]);
  });

  test('say of us only what something keeps: take-down, suspension, closing, deletion, notice', () => {
    const told = sections
      .filter(({ id }) => aboutIt.includes(id))
      .flatMap(({ slug, id, lines }) =>
        lines.flatMap((line) =>
          sentencesOf(line)
            .filter((sentence) => ours.test(sentence) && !isCovered(slug, id, sentence))
            .filter((sentence) => !followsFromOthers.some((start) => sentence.startsWith(start)))
            .map((sentence) => `${slug} ${id}: ${sentence}`),
        ),
      );
    expect(told).toEqual([]);
  });
});

/** The default of a setting, as the operator's guide has it; server/src/config.guide.test.ts compares it with the code. */
function defaultOf(setting: string): string | undefined {
  const row = read('docs/operate/settings.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`${setting}\` |`));
  return row?.split(' | ')[2]?.replaceAll('`', '');
}

describe.each(promises)('$text, $section: “$says”', ({ text, section, says, by }: LegalPromise) => {
  test('is in the text', () => {
    const lines = sections.find(({ slug, id }) => slug === text && id === section)?.lines ?? [];
    expect(lines.some((line) => line.includes(says))).toBe(true);
  });

  test('is kept', () => {
    if ('operator' in by) return expect(read('docs/operate/legal.md')).toContain(by.operator);
    if ('file' in by) return expect(read(by.file)).toContain(by.where);
    const days = Number(defaultOf(by.setting));
    expect(days).toBeGreaterThan(0);
    const named = daysOf(says) ?? days;
    // 13 months are 400 days, and a year is 365.
    return expect(Math.abs(days - named) / days).toBeLessThan(0.02);
  });
});

test('what is said to be no promise is still in a text', () => {
  const lines = [...sections, ...summaries].flatMap((section) => section.lines);
  const stale = [...notPromised, ...followsFromOthers].filter((words) => !lines.some((line) => line.includes(words)));
  expect(stale).toEqual([]);
});
