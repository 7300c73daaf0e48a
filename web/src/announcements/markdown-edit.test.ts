import { parseRichText } from '@vitrine/contract/values/rich-text.parser.ts';
import { expect, test } from 'vitest';
import { applyMark, type Mark, type Selection } from './markdown-edit.ts';

/** The selection is written as |…|. */
function selection(marked: string): Selection {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|') - 1;
  return { text: marked.replaceAll('|', ''), start, end };
}
const shown = ({ text, start, end }: Selection) =>
  `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;

test.each<[Mark, string, string]>([
  ['bold', 'a |new| day', 'a **|new|** day'],
  ['bold', 'a **|new|** day', 'a |new| day'],
  ['italic', 'a |new| day', 'a *|new|* day'],
  ['italic', 'a **|new|** day', 'a ***|new|*** day'],
  ['link', 'a |new| day', 'a [new](https://||) day'],
  ['link', 'a || day', 'a [||](https://) day'],
  ['heading', 'one\nt|w|o', 'one\n|## two|'],
  ['heading', 'one\n|## two|', 'one\n|two|'],
  ['bullets', '|one\ntwo|', '|- one\n- two|'],
  ['numbers', '|- one\n- two|', '|1. one\n2. two|'],
  ['numbers', '|1. one\n2. two|', '|one\ntwo|'],
])('%s turns %j into %j', (mark, before, after) => {
  expect(shown(applyMark(selection(before), mark))).toBe(after);
});

test('what the toolbar writes is read as what its button says', () => {
  const kinds = (mark: Mark) => parseRichText(applyMark(selection('|one\ntwo|'), mark).text).content;
  expect(kinds('bullets')).toMatchObject([{ kind: 'bullets' }]);
  expect(kinds('numbers')).toMatchObject([{ kind: 'numbers' }]);
  expect(kinds('bold')).toMatchObject([{ spans: [{ text: 'one\ntwo', bold: true }] }]);
});
