import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';
import { testsIn } from './reports.mjs';

// docs/spec.md shows which tests prove each row of the specification, and whether they passed. `npm test` writes it
// from the reports of its suites. A row fails without a test that ran and passed, or with one that failed.

/** The rows, in the specification's words. */
const rows = {
  S01: 'every route of the table in section 2 exists, with its heading and its access; any other path goes to `/`',
  S02: 'guard: no token → the full path (query and fragment included) is kept under `redirectPath`, the user goes to `/login`, and after login arrives where they were going; a path that is not of this site is never followed',
  S03: '`#_` and `#_=_` are stripped from the address, whatever else the address holds',
  S04: 'logout goes to `/login` also when the call fails; an unauthenticated answer clears the token and goes to `/login` unless the user is on `/login` or `/register`; after logout from an impersonated session the user is at `/` as themselves',
  S05: '`user_status` 100 alone may use the app pages; any other status, not on register, is logged out and sent to `/login`',
  S06: 'startup: with a token the user is fetched and nothing is shown meanwhile; a failed fetch clears the token and goes to `/login`, except on invite and register; no fetch without a token or while the Google registration flag is set',
  S07: 'a logged-in user on a login-layout page goes to `/`; an address that contains `register` on another route goes to `/register`',
  S08: 'under 728 px: header with avatar, title or storefront dropdown, bell and comments with counts (9+ above 9), bottom navigation; under 1180 px: the tablet layout; resize handling debounced by 200 ms',
  S09: 'user menu drawer with every button and the footer named in section 2',
  S10: 'messages icon: the merchants with logos and unread totals (capped at 99), highest total first; with one merchant it goes straight to that thread',
  S11: 'storefront dropdown: switches the current page to the chosen storefront (products for manage, overview for analytics, the thread for messages)',
  S12: 'global side drawer, 90 % wide: help form (loading shown for at most 5 s or until it has loaded), privacy policy, terms of use',
  S13: 'the page areas named in section 2 load lazily; a chunk or style that fails raises a ChunkLoadError the user can recover from by one click; scripts time out after 120 s',
  S14: '`/me` answers every field of User and Merchant account; the merchant list and the announcement list answer every field of section 3',
  S15: 'the global state and the browser storage keys of section 3, by those names',
  S16: 'social platforms: three entries, matched by each of their backend names, with the shortlink tooltip text word for word',
  S17: 'merchant list sorted by last message, newest first, those without a message last; unread totals summed; cached, force-refreshable, refetched on unread-count events; the user refetched on user-update events',
  S18: 'announcements paged from 1, optionally for one merchant account',
  S19: 'slug rule and image rule of section 5',
  S20: 'number, percentage, compact-count and date rules of section 9',
  S21: 'bearer token on every call, base path `/api/v1`, JSON, credentials sent; both error messages of section 8 are honoured',
  S22: 'impersonation: `/login-as/{uid}`, `original_token` kept, restored at logout, removed after 100 ms',
  S23: 'help form: four hidden identifiers, each between 6 random alphanumeric characters on both sides',
  S24: "two project variants: the general portal, and the beauty retailer's (label Storefront for Manage, links to that retailer's own privacy and terms pages)",
  S25: 'privacy policy and terms of use, complete, written by us, with every clause that section 1 names and the figures of section 9',
  S26: 'invite, register (with the Google-based flow and its three flags), login, forgot and reset work for real, with clear field errors',
  S27: 'home, manage, analytics, earnings, social insights, settings work for real on data that came through the product itself',
};

const page = join(root, 'docs', 'spec.md');
const rowNumber = /\bS\d\d\b/g;

/** The tests of each row, grouped by the innermost title that names the row: `{ file, title, passed, failed }`. */
function proofsByRow(reports) {
  const found = new Map(Object.keys(rows).map((row) => [row, new Map()]));
  for (const { file, titles, outcome } of reports.flatMap(testsIn)) {
    if (outcome !== 'passed' && outcome !== 'failed') continue;
    for (const row of new Set(titles.join(' ').match(rowNumber))) {
      const title = titles.findLast((each) => each.includes(row));
      const key = `${file} ${title}`;
      const proof = found.get(row)?.get(key) ?? { file, title, passed: 0, failed: 0 };
      proof[outcome] += 1;
      found.get(row)?.set(key, proof);
    }
  }
  return new Map(
    [...found].map(([row, proofs]) => [
      row,
      [...proofs].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, proof]) => proof),
    ]),
  );
}

function stateOf(proofs) {
  const failed = proofs.reduce((sum, proof) => sum + proof.failed, 0);
  if (failed > 0) return `**${failed} failed**`;
  const passed = proofs.reduce((sum, proof) => sum + proof.passed, 0);
  return passed > 0 ? 'passed' : '**not run**';
}

function pageOf(found) {
  const lines = [...found].map(([row, proofs]) => {
    const cell = proofs.map(({ file, title }) => `\`${file}\` ${title.replaceAll('|', '\\|')}`).join('<br>');
    return `| ${row} | ${rows[row]} | ${cell} | ${stateOf(proofs)} |`;
  });
  return `# The specification, row by row

Written by \`npm test\`: the tests whose titles name a row, and whether all of them ran and passed.

| row | what must hold | tests that name it | state |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}

/** Writes the page from the suites' reports. Returns how many rows passed and how many did not. */
export function recordSpecification(files) {
  const found = proofsByRow(files.filter(existsSync));
  writeFileSync(page, pageOf(found));
  const open = [...found].filter(([, proofs]) => stateOf(proofs) !== 'passed').map(([row]) => row);
  for (const row of open) console.log(`${row}: ${stateOf(found.get(row))}`);
  return { passed: found.size - open.length, failed: open.length, skipped: 0 };
}

/** Errors in the current page: a missing row, or a missing file. Only a test run can say what passes. */
export function judgeSpecification() {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const missingRows = Object.keys(rows).filter((row) => !text.includes(`\n| ${row} |`));
  const files = new Set([...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file));
  return [
    ...missingRows.map((row) => `docs/spec.md has no row ${row}: run npm test`),
    ...[...files]
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `docs/spec.md names ${file}, which does not exist: run npm test`),
  ];
}
