import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\uFEFF=1', '＝1', '＋1', '－1', '＠x'])(
  'text that a spreadsheet would read as a formula stays text: %j',
  (text) => {
    expect(csvOf(['name'], [[text]])).toBe(`"name"\r\n"'${text}"\r\n`);
  },
);

test('text is quoted, numbers are not, and missing values are empty', () => {
  expect(csvOf(['a', 'b', 'c', 'd'], [['Say "hi",\nyou', -5, { decimal: '-5.00' }, null]])).toBe(
    '"a","b","c","d"\r\n"Say ""hi"",\nyou",-5,-5.00,\r\n',
  );
});
