import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalEmail } from './email.canonical.ts';

test.each([
  ['Ava.Stone+shop@GMail.com', 'avastone@gmail.com'],
  ['a.v.a.stone@googlemail.com', 'avastone@gmail.com'],
  ['ava+one+two@gmail.com.', 'ava@gmail.com'],
  ['Ava.Stone+x@outlook.com', 'ava.stone@outlook.com'],
  ['ava+x@hotmail.co.uk', 'ava@hotmail.co.uk'],
  ['ava+x@live.com', 'ava@live.com'],
  ['ava.stone+x@me.com', 'ava.stone@icloud.com'],
  ['ava.stone@mac.com', 'ava.stone@icloud.com'],
  ['ava+x@fastmail.com', 'ava@fastmail.com'],
  ['glow@ava.fastmail.com', 'ava@fastmail.com'],
  ['Ava_St-o.ne+x@protonmail.com', 'avastone@proton.me'],
  ['avastone@pm.me', 'avastone@proton.me'],
  ['ava-shop@yahoo.com', 'ava@yahoo.com'],
  ['ava-shop@yahoo.co.uk', 'ava@yahoo.co.uk'],
  ['ava.stone@yahoo.com', 'ava.stone@yahoo.com'],
  ['Ava.Stone-x+shop@studio.example', 'ava.stone-x@studio.example'],
  ['ava@BÜRO.example', 'ava@xn--bro-hoa.example'],
  ['  AVA@studio.example ', 'ava@studio.example'],
  ['+@gmail.com', '+@gmail.com'],
  ['...@gmail.com', '...@gmail.com'],
  ['no address', 'no address'],
  ['@gmail.com', '@gmail.com'],
  ['', ''],
  [null, ''],
])('%s reaches the mailbox %s', (written, mailbox) => {
  expect(canonicalEmail(written)).toBe(mailbox);
});

test.each([
  ['dots are ignored only at Gmail and Proton', 'ava.stone@outlook.com', 'avastone@outlook.com'],
  ['a hyphen starts a suffix only at Yahoo', 'ava-shop@gmail.com', 'ava@gmail.com'],
  ["Outlook's domains are different mailboxes", 'ava@outlook.com', 'ava@hotmail.com'],
  ['a domain that looks like Gmail is another domain', 'ava@gmail.com.example', 'ava@gmail.com'],
  ['two names at one domain are two mailboxes', 'ava@gmail.com', 'eva@gmail.com'],
])('%s', (_why, one, other) => {
  expect(canonicalEmail(one)).not.toBe(canonicalEmail(other));
});

const name = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const hosts = [
  { host: 'gmail.com', also: ['googlemail.com'], ignored: ['.'], suffix: '+' },
  { host: 'proton.me', also: ['protonmail.com', 'pm.me'], ignored: ['.', '-', '_'], suffix: '+' },
  { host: 'icloud.com', also: ['me.com', 'mac.com'], ignored: [], suffix: '+' },
  { host: 'outlook.com', also: [], ignored: [], suffix: '+' },
  { host: 'fastmail.com', also: [], ignored: [], suffix: '+' },
  { host: 'yahoo.com', also: [], ignored: [], suffix: '-' },
  { host: 'studio.example', also: [], ignored: [], suffix: '+' },
];
const mailbox = fc.record({ local: name, of: fc.constantFrom(...hosts) });

/** Another spelling of a mailbox: letter case, ignored characters, a suffix, another domain of the same provider. */
const spelling = fc
  .record({ of: mailbox, upper: fc.boolean(), tag: name, isTagged: fc.boolean(), place: fc.nat(), host: fc.nat() })
  .map(({ of: { local, of }, upper, tag, isTagged, place, host }) => {
    const at = 1 + (place % local.length);
    const [mark = ''] = of.ignored;
    const local2 = `${local.slice(0, at)}${mark}${local.slice(at)}${isTagged ? of.suffix + tag : ''}`;
    const hostnames = [of.host, ...of.also];
    const written = `${local2}@${hostnames[host % hostnames.length]}`;
    return { plain: `${local}@${of.host}`, written: upper ? written.toUpperCase() : written };
  });

test('every spelling of a mailbox has the same canonical form, and canonicalizing it again changes nothing', () => {
  fc.assert(
    fc.property(spelling, ({ plain, written }) => {
      expect(canonicalEmail(written)).toBe(canonicalEmail(plain));
      expect(canonicalEmail(canonicalEmail(written))).toBe(canonicalEmail(written));
    }),
    { numRuns: 2_000 },
  );
});

test('two mailboxes never have the same canonical form', () => {
  fc.assert(
    fc.property(mailbox, mailbox, (one, other) => {
      fc.pre(one.local !== other.local || one.of.host !== other.of.host);
      expect(canonicalEmail(`${one.local}@${one.of.host}`)).not.toBe(canonicalEmail(`${other.local}@${other.of.host}`));
    }),
    { numRuns: 2_000 },
  );
});

test('any text has a canonical form', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => {
      expect(typeof canonicalEmail(`${left}@${right}`)).toBe('string');
    }),
  );
});
