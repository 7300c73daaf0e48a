import * as z from 'zod/mini';
import { hasTooManyAccents, mostAccents, normalizedText } from './accents.ts';
import { emailPattern } from './email.ts';
import { findUnseen, isVisible } from './invisible.ts';

/** What a database can store: no NUL and no half characters. For texts with lines and tabs that are read by line. */
export const isStorable = z.refine<string>(
  (value) => value.isWellFormed() && !value.includes('\u0000'),
  'must not contain control characters',
);

/** What a database can store and a line can show: no half characters and no control characters. */
export const hasNoControls = z.refine<string>(
  (value) => value.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(value),
  'must not contain control characters',
);

/** A text that is not typed by people: names of settings, tokens, filters. It is compared as it came. */
export function plainText(limits: { min?: number; max: number }) {
  const { min = 0, max } = limits;
  return z
    .string()
    .check(
      z.maxLength(max, { error: `must have at most ${max} characters`, abort: true }),
      z.minLength(min, min <= 1 ? 'must not be empty' : `must have at least ${min} characters`),
      hasNoControls,
    );
}

/** A whole file in a field; its reader names the row of a fault. The limit of the body is below this one. */
export const fileText = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(20_000_000));

const hasFewAccents = z.refine<string>(
  (value) => !hasTooManyAccents(value),
  `must have at most ${mostAccents} accents on one letter`,
);

/** Text as people type it: no control characters, no lone surrogates, no bidirectional overrides; kept in NFC. */
export function text(limits: { min?: number; max: number }) {
  const min = limits.min ?? 0;
  const tooLong = `must have at most ${limits.max} characters`;
  return z.pipe(
    z.pipe(
      z.string().check(
        // Before it is normalized and trimmed, which can take four characters for one, and spaces at the ends.
        z.maxLength(4 * limits.max + 1_000, { error: tooLong, abort: true }),
        z.refine(
          (value: string) =>
            value.isWellFormed() &&
            !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(value),
          'must not contain control characters',
        ),
        hasFewAccents,
      ),
      z.transform((value: string) => normalizedText(value, 'NFC').trim()),
    ),
    z
      .string()
      .check(
        z.minLength(min, min <= 1 ? 'must not be empty' : `must have at least ${min} characters`),
        z.maxLength(limits.max, tooLong),
      ),
  );
}

const hasNoUnseen = z.refine<string>((value) => findUnseen(value) === undefined, {
  error: ({ input }) => {
    const found = findUnseen(String(input));
    const called = found?.name === undefined ? '' : ` (${found.name})`;
    return `must not contain invisible characters, like ${found?.code}${called} at position ${found?.position}`;
  },
  abort: true,
});

/**
 * What something is called: on one line, with something to see, in any script. Invisible characters are refused, because
 * with them two different names would look the same; where a script or an emoji is written with one, it stays.
 */
export function name(limits: { min?: number; max: number }) {
  const min = limits.min ?? 1;
  const tooLong = `must have at most ${limits.max} characters`;
  return z.pipe(
    z.pipe(
      z.string().check(z.maxLength(4 * limits.max + 1_000, { error: tooLong, abort: true }), hasFewAccents),
      z.transform((value: string) => normalizedText(value.trim(), 'NFC')),
    ),
    z.string().check(
      hasNoUnseen,
      z.minLength(min, min <= 1 ? 'must not be empty' : `must have at least ${min} characters`),
      z.maxLength(limits.max, tooLong),
      z.refine((value: string) => value === '' || isVisible(value), 'must have a letter or another visible character'),
    ),
  );
}

export const longestDisplayName = 80;

/** How a user, an applicant or a brand is called. */
export const displayName = name({ max: longestDisplayName });

/** An id from a shop or another system, or nothing. It is stored unchanged, never trimmed. */
export const externalIdOrEmpty = z.string().check(
  z.maxLength(200, 'must have at most 200 characters'),
  hasNoControls,
  // URL normalization would resolve the dots, so an address with this id would never reach its route.
  z.refine((value: string) => !value.split(/[/\\]/).includes('..'), 'must not contain .. between slashes'),
);

export const externalId = externalIdOrEmpty.check(z.minLength(1, 'must not be empty'));

/** How people name an order in their shop, such as #1001. */
export const orderReference = z.pipe(
  text({ min: 1, max: 100 }),
  z.string().check(z.refine((value: string) => !/[\t\n]/.test(value), 'must be on one line')),
);

/** One of our ids in a request. Any short plain text is accepted, because an invalid id is answered like an unknown one. */
export const id = plainText({ min: 1, max: 200 });

/** The database has no year 0. */
const hasYear = z.refine<string>((text) => !text.startsWith('0000'), 'must not be before the year 1');

/** ISO 8601 in UTC, `2026-11-20T12:00:00.000Z`. */
export const instant = z.iso
  .datetime({ error: 'must be a UTC time in ISO 8601, like 2026-11-20T12:00:00Z' })
  .check(hasYear);

/** A time as a shop sends it: in UTC or with an offset, `2026-11-20T13:00:00+01:00`. Responses are always in UTC. */
export const instantWithOffset = z.iso
  .datetime({
    offset: true,
    error: 'must be a time with Z or an offset in ISO 8601, like 2026-11-20T12:00:00Z or 2026-11-20T13:00:00+01:00',
  })
  .check(hasYear);

export const whole = z.int().check(z.minimum(0));

/** The largest number that a caller may send without a limit of its own. */
export const largestWhole = 2_147_483_647;
/** The same in a request: numbers of messages, positions, revisions. */
export const sentWhole = whole.check(z.maximum(largestWhole));

export const email = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(254, 'must have at most 254 characters')),
    z.transform((value: string) => normalizedText(value, 'NFC').trim().toLowerCase()),
  ),
  z.email({ pattern: emailPattern, error: 'must be an email address, like name@example.test' }),
);

/** Where the next page of a list begins, as `next_cursor` said. */
const cursor = z.optional(plainText({ max: 200 }));
const pageLimit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100));
/** Query of a list with cursor pagination. */
export const cursorQuery = { cursor, limit: z._default(pageLimit, 25) };
/** Query of a list that comes by page with `limit`, and whole without. */
export const optionalCursorQuery = { cursor, limit: z.optional(pageLimit) };
export const cursorMeta = z.strictObject({ next_cursor: z.nullable(z.string()), total: z.optional(whole) });
