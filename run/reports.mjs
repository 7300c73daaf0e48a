import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './node.mjs';

// The reports that the suites of `npm test` leave, in the formats of Vitest's and Playwright's JSON reporters.

const reports = join(root, '.cache', 'test');

/** Where a suite leaves its report. */
export function reportOf(name) {
  return join(reports, `${name}.json`);
}

/** The path of a suite's report, without the one of an earlier run. */
export function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  rmSync(reportOf(name), { force: true });
  return reportOf(name);
}

export function readReport(path) {
  if (!existsSync(path)) throw new Error('The suite ended without a report');
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The tests of a report: their file, the titles from the outermost group to their own, their outcome, and what a failed one said. */
export function testsIn(path) {
  const report = readReport(path);
  return report.testResults ? testsOfVitest(report) : testsOfPlaywright(report);
}

function testsOfVitest(report) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.map(({ ancestorTitles, title, status: outcome, failureMessages }) => ({
      file,
      titles: [...ancestorTitles, title],
      outcome,
      reason: startOf(failureMessages?.join('\n')),
    }));
    // A file that can't be loaded has no tests, and tests whose preparation failed count as skipped.
    const isOwnFailure = status === 'failed' && tests.every(({ outcome }) => outcome !== 'failed');
    return isOwnFailure ? [...tests, { file, titles: [], outcome: status, reason: startOf(message) }] : tests;
  });
}

function testsOfPlaywright(report) {
  const outcomes = { expected: 'passed', skipped: 'skipped' };
  const within = (suite, titles) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        file: `e2e/${suite.file}`,
        titles: [...titles, title],
        outcome: outcomes[status] ?? 'failed',
        reason: startOf(results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n')),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => within(inner, [...titles, inner.title])),
  ];
  return report.suites.flatMap((suite) => within(suite, []));
}

/** The first lines of what a failed test said, without the colors of a terminal. */
function startOf(message = '') {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, 12).join('\n');
}

/** What the pages of a report's failed journeys showed at the end, as Playwright wrote it down. */
export function pagesAtFailure(path) {
  const journeys = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(journeys)];
  return readReport(path)
    .suites.flatMap(journeys)
    .flatMap(({ title, tests }) =>
      tests
        .flatMap(({ results }) => results.flatMap(({ attachments }) => attachments))
        .filter(({ name, path: file }) => name === 'error-context' && existsSync(file ?? ''))
        .map(({ path: file }) => ({ title, page: snapshotIn(readFileSync(file, 'utf8')) })),
    );
}

function snapshotIn(context) {
  return /^```yaml\n(.*?)^```/ms.exec(context)?.[1] ?? '';
}
