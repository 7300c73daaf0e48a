import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

function reportTo(output: { isTTY?: boolean }): string {
  let written = '';
  let at = 0;
  const progress = showProgress({ ...output, write: (text) => (written += text) }, () => at);
  for (const share of [0.25, 0.5]) {
    at += 15_000;
    progress.report({ doing: 'hits', rows: 1_000_000 * share, bytes: 40e6 * share, share });
  }
  progress.end();
  return written;
}

test('progress on a terminal is one line that is rewritten', () => {
  expect(reportTo({ isTTY: true })).toBe(
    '\r\u001b[Khits: 250,000 rows, 10.0 MB, about 45 s left\r\u001b[Khits: 500,000 rows, 20.0 MB, about 30 s left\n',
  );
});

test('progress elsewhere is plain lines', () => {
  expect(reportTo({})).toBe(
    'hits: 250,000 rows, 10.0 MB, about 45 s left\nhits: 500,000 rows, 20.0 MB, about 30 s left\n',
  );
});
