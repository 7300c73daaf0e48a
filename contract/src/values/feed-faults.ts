import * as z from 'zod/mini';

/** Why a feed could not be imported. `fewer` stops a run until it is confirmed; `host_busy` and `rate_limited` only wait. */
export const feedFault = z.enum([
  'address_refused',
  'redirect_refused',
  'too_many_redirects',
  // Of earlier versions; now `unreachable`.
  'name_not_found',
  'unreachable',
  'certificate_invalid',
  'timed_out',
  'broken',
  'status',
  'rate_limited',
  'too_large',
  'too_deep',
  'too_slow',
  'too_complex',
  'web_page',
  'not_text',
  'not_utf8',
  'json',
  'xml',
  'empty',
  'unreadable',
  'no_products',
  'fewer',
  'unexpected',
]);
export type FeedFault = z.output<typeof feedFault>;
