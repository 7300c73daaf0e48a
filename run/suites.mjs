import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath, firefoxPath } from './browser.mjs';
import { chdbPath } from './chdb.mjs';
import { runChecks } from './checks.mjs';
import { command, root, run } from './node.mjs';
import { postgresFolder, programPath, programVariables } from './programs.mjs';
import { freshReport, pagesAtFailure, readReport } from './reports.mjs';
import { closeScratch, openScratch } from './scratch.mjs';
import { buildWeb } from './web.mjs';

const vitestConfig = 'vitest.config.ts';

/** Tests where a difference between PostgreSQL versions would show: raw SQL, locks, functions and migrations. */
const muchSql = [
  'analytics',
  'backup',
  'commissions',
  'drain',
  'figures',
  'ledger',
  'links',
  'orders',
  'overview',
  'payouts',
  'platform/database',
  'platform/events',
].map((folder) => `server/src/${folder}/`);
/** Tests in these folders that spend their time on signatures, emails and long histories, not on kinds of SQL. */
const littleSql = [
  '**/shopify*',
  '**/woocommerce*',
  '**/*.mails.test.ts',
  '**/flood.corpus.test.ts',
  '**/*.property.test.ts',
  '**/restore.refusals.test.ts',
].flatMap((files) => ['--exclude', files]);
/** These tests start a PgBouncer themselves. */
const ofPooler = '.pooler.test.ts';
/** These tests start message brokers, proxies and replicas themselves. */
const ofEngines = '.engine.test.ts';
/** These tests start the bundled PostgreSQL themselves, which is the newest version. */
const withoutEmbedded = ['--exclude', '**/embedded*.test.ts', '--exclude', '**/backup.command.test.ts'];
const withoutEngines = [ofPooler, ofEngines].flatMap((files) => ['--exclude', `**/*${files}`]);

let scratch;
process.once('exit', () => {
  if (scratch) closeScratch(scratch);
});

/**
 * All suites in the order in which they run. A suite is skipped if its `needs` file is missing. Suites on request run
 * only by name.
 */
export const suites = [
  {
    name: 'check',
    about: 'format, lint, types, dead code, specification, vocabulary, documents, client, texts',
    needs: 'package.json',
    run: check,
  },
  { name: 'build', about: 'the web app', needs: 'web/vite.config.ts', run: build },
  {
    name: 'unit',
    about: 'contract, web, client package and examples',
    needs: vitestConfig,
    run: () => vitest('unit', ['--project', 'node', '--exclude', 'server/**']),
  },
  {
    name: 'components',
    about: 'components of the web app, each alone in a browser',
    needs: 'web/vitest.config.ts',
    run: async () => vitest('components', ['--project', 'components'], { CHROMIUM_PATH: await chromiumPath() }),
  },
  {
    name: 'api',
    about: 'the server with its architecture, on PostgreSQL 18',
    needs: vitestConfig,
    run: () => vitest('api', ['server/', ...withoutEngines], { VITRINE_TEST_POSTGRES: '18' }),
  },
  {
    name: 'api-15',
    about: 'the SQL-heavy domains, on PostgreSQL 15',
    needs: vitestConfig,
    run: () =>
      vitest('api-15', [...muchSql, ...littleSql, ...withoutEmbedded, ...withoutEngines], {
        VITRINE_TEST_POSTGRES: '15',
      }),
  },
  {
    name: 'all-15',
    about: 'the whole server on PostgreSQL 15',
    needs: vitestConfig,
    isOnRequest: true,
    run: () => vitest('all-15', ['server/', ...withoutEmbedded, ...withoutEngines], { VITRINE_TEST_POSTGRES: '15' }),
  },
  {
    name: 'pooler',
    about: 'the server behind PgBouncer in transaction mode',
    needs: vitestConfig,
    run: pooler,
  },
  {
    name: 'all-pooled',
    about: 'the whole server behind PgBouncer in transaction mode',
    needs: vitestConfig,
    isOnRequest: true,
    run: allPooled,
  },
  {
    name: 'engines',
    about: 'the server with message brokers, replicas and failovers, in short',
    needs: vitestConfig,
    run: () => engines('engines'),
  },
  {
    name: 'engines-full',
    about: 'the same at length',
    needs: vitestConfig,
    isOnRequest: true,
    // The scenario of six nodes needs the machine to itself.
    run: () => engines('engines-full', ['--no-file-parallelism'], { VITRINE_TEST_ENGINES: 'full' }),
  },
  {
    name: 'fuzz',
    about: 'odd values in every read, and 100,000 writes made from the contract',
    needs: vitestConfig,
    isOnRequest: true,
    run: () => vitest('fuzz', ['server/fuzz/'], { FUZZ: 'long' }),
  },
  {
    name: 'e2e',
    about: 'end-to-end tests in a browser',
    needs: 'e2e/playwright.config.ts',
    run: playwright,
  },
];

async function check() {
  const outcomes = (await runChecks()).map(({ outcome }) => outcome);
  const count = (wanted) => outcomes.filter((outcome) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

async function vitest(name, args, env = {}) {
  const report = freshReport(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const argv = [command('vitest'), 'run', ...reporters, ...args];
  const code = await run(process.execPath, argv, { env: { ...testEnvironment(), ...env } });
  const result = readReport(report);
  return judge(code, {
    passed: result.numPassedTests,
    failed: result.numFailedTests,
    skipped: result.numPendingTests + result.numTodoTests,
  });
}

async function pooler() {
  const path = await programPath('pgbouncer');
  const env = path === undefined ? {} : { PGBOUNCER_PATH: path };
  if (path === undefined) console.log('No PgBouncer was found (Debian: pgbouncer), so these tests are skipped.');
  const counts = await vitest('pooler', [ofPooler], env);
  // Without PgBouncer, no test can pass.
  return path === undefined && counts.passed === 0 && counts.skipped > 0 ? { ...counts, failed: 0 } : counts;
}

async function allPooled() {
  const path = await programPath('pgbouncer');
  if (path === undefined) throw new Error('No PgBouncer was found (Debian: pgbouncer)');
  return vitest('all-pooled', ['server/', ...withoutEmbedded, ...withoutEngines], {
    PGBOUNCER_PATH: path,
    VITRINE_TEST_POOLER: '1',
  });
}

/** Tests whose program this machine lacks are skipped, and counted. */
async function engines(name, args = [], env = {}) {
  const programs = await programVariables(['nats-server', 'haproxy', 'etcd', 'patroni', 'pgbouncer', 'nginx', 'caddy']);
  const folder = await postgresFolder();
  const found = folder === undefined ? programs : { ...programs, POSTGRES_FOLDER: folder };
  const chdb = await chdbPath();
  if (chdb !== undefined) found.CHDB_PATH = chdb;
  return vitest(name, [ofEngines, ...args], { ...found, ...env });
}

async function build() {
  const code = await buildWeb();
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function playwright() {
  if ((await buildWeb()) !== 0) throw new Error('The web app could not be built');
  const report = freshReport('e2e');
  const env = {
    ...testEnvironment(),
    CHROMIUM_PATH: await chromiumPath(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  // playwright.config.ts runs the journeys in Firefox only with its path.
  const firefox = await firefoxPath();
  if (firefox === undefined)
    console.log('The journeys in Firefox did not run: no Firefox since 143 was found (Debian: firefox-esr).');
  else env.FIREFOX_PATH = firefox;
  const argv = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const code = await run(process.execPath, [command('@playwright/test', 'playwright'), ...argv], {
    env,
  });
  for (const { title, page } of pagesAtFailure(report)) console.log(`\nThe page at the end of “${title}”:\n${page}`);
  const { stats } = readReport(report);
  return judge(code, {
    passed: stats.expected,
    // A test that passes only on the second attempt has a race.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  });
}

/** Errors outside of tests only show in the exit code, and a run without any tests is a failure. */
function judge(code, counts) {
  const isUnexplained = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return isUnexplained ? { ...counts, failed: 1 } : counts;
}

/** Hides the developer's own settings from the tests, and gives them a fast folder for temporary files. */
function testEnvironment() {
  const settings = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm);
  const env = { ...process.env };
  for (const [, name] of settings) delete env[name];
  scratch ??= openScratch();
  return scratch ? { ...env, TMPDIR: scratch } : env;
}
