import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';

// Generates docs/spec.md: every row of the specification with the tests whose titles contain its number. A row without
// tests is open and fails the check.

/** The rows, in the words of the specification. */
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
const folders = ['contract/src', 'server', 'web/src', 'e2e'];

/** Titles of tests and test groups by row; any quoted text that contains a row number counts. */
function testsByRow() {
  const found = new Map(Object.keys(rows).map((row) => [row, []]));
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => /\.(test|spec)\.ts$/.test(file) && !file.includes('node_modules'));
  for (const file of files.toSorted()) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, , title] of text.matchAll(/(['"`])((?:(?!\1)[^\n\\]|\\.)*\bS\d\d\b(?:(?!\1)[^\n\\]|\\.)*)\1/g)) {
      for (const [row] of title.matchAll(/\bS\d\d\b/g)) found.get(row)?.push({ file, title });
    }
  }
  return found;
}

function pageOf(found) {
  const lines = [...found].map(([row, tests]) => {
    const cell = tests.map(({ file, title }) => `\`${file}\` ${title.replaceAll('|', '\\|')}`).join('<br>');
    return `| ${row} | ${rows[row]} | ${cell} | ${tests.length > 0 ? 'holds' : '**open**'} |`;
  });
  return `# The specification, row by row

Generated by \`npm run gen\` from the titles of the tests; \`npm test\` runs every one of them.

| row | what must hold | tests that name it | state |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}

export function writeSpecification() {
  writeFileSync(page, pageOf(testsByRow()));
  console.log(`written: ${page}`);
}

/** Errors of the page: rows without tests, or a page that is out of date. */
export function judgeSpecification() {
  const found = testsByRow();
  const open = [...found]
    .filter(([, tests]) => tests.length === 0)
    .map(([row]) => `${row} is open: no test title contains it`);
  const written = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return written === pageOf(found) ? open : [...open, 'docs/spec.md is out of date: run npm run gen'];
}
