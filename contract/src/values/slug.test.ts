import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['lowercase', 'Northwind', 'northwind'],
  ['trim', '  Glow Lab ', 'glow-lab'],
  ['spaces become hyphens, each of them', 'Glow  Lab', 'glow--lab'],
  ['digits and hyphens stay', 'Studio-54 West', 'studio-54-west'],
  ['anything else is removed', 'Register & Co', 'register--co'],
  ['letters with marks too', 'Café  Ölé & Co', 'caf--l--co'],
  ['nothing may be left', '!!!', ''],
])('the slug rule, %s: “%s” becomes “%s” (§96)', (_rule, name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
