import { describe, expect, test } from 'vitest';
import { concernAbout, reservedIn } from './name.rules.ts';
import { distanceOf, skeletonsOf } from './name.skeletons.ts';

const looksLike = (one: string, other: string) => skeletonsOf(one).some((each) => skeletonsOf(other).includes(each));

test.each([
  ['Glow Lab', 'glow lab'],
  ['Glow Lab', 'GLOW-LAB'],
  ['Glow Lab', 'GlowLab'],
  ['Glow Lab', 'GIow Lab'],
  ['Glow Lab', 'G1ow Lab'],
  // Cyrillic, Greek, mathematical and full-width letters.
  ['Glow Lab', 'Glоw Lаb'],
  ['Glow Lab', 'Glοw Lab'],
  ['Glow Lab', '𝐆𝐥𝐨𝐰 𝐋𝐚𝐛'],
  ['Glow Lab', 'Ｇｌｏｗ　Ｌａｂ'],
  ['Glow Lab', 'Glow\u200b Lab'],
  ['Link', 'LINK'],
  ['LINK', 'LlNK'],
  ['modern', 'rnodern'],
  ['Zoë', 'Zoe\u0308'],
])('%s and %s look alike', (one, other) => {
  expect(looksLike(one, other)).toBe(true);
});

test.each([
  ['Glow Lab', 'Glow Bar'],
  ['Glow & Co', 'Glow + Co'],
  ['Ali', 'Al'],
  ['渋谷', '新宿'],
  ['かく', 'がく'],
  ['نور', 'نار'],
  ['कमल', 'कमला'],
  ['✨', '🔥'],
])('%s and %s do not', (one, other) => {
  expect(looksLike(one, other)).toBe(false);
});

test.each([
  ['kitten', 'sitting', 5, 3],
  ['glowlab', 'glowlabs', 2, 1],
  ['', 'ab', 3, 2],
  ['abc', '', 3, 3],
  ['abcdef', 'ghijkl', 2, 3],
])('from %j to %j, with at most %i, it is %i letters', (one, other, most, distance) => {
  expect(distanceOf(one, other, most)).toBe(distance);
});

describe('a name of a brand', () => {
  const portal = ['Vitrine', 'Creator Hub'];
  test.each([
    ['Vitrine Support', 'Vitrine'],
    ['VlTRINE', 'Vitrine'],
    ['Glow Security', 'security'],
    ['Creatorhub', 'Creator Hub'],
    ['Ѕupport', 'support'],
    ['Soporte', 'soporte'],
    ['GlowSupport', 'support'],
    ['Official Glow', 'official'],
    ['OFFlCIAL GLOW', 'official'],
  ])('%s speaks for the portal, because of %s', (name, word) => {
    expect(reservedIn(name, portal)).toBe(word);
  });

  test.each(['Glow Lab', 'Northwind Outfitters', 'Maison Clair', 'Stafford & Sons', 'Adminton', '資生堂'])(
    '%s does not',
    (name) => {
      expect(reservedIn(name, portal)).toBeUndefined();
    },
  );

  const glow = { merchantId: 'glow', name: 'Glow Lab' };
  const concern = (name: string, vouched?: string) =>
    concernAbout(name, { others: [glow], portal, ...(vouched !== undefined && { vouched }) })?.concern;

  test.each(['Glow Labs', 'Glöw Lab', 'Glow Lab Club', 'My Glow Lab', 'Glow Lap', 'GIow Labs'])(
    '%s is close to Glow Lab',
    (name) => {
      expect(concern(name)).toBe('similar');
    },
  );

  test('is not close to another once an operator has let both be', () => {
    expect(concern('Glow Labs Madrid', 'Glow Labs')).toBeUndefined();
  });

  test.each([
    ['Nova Skin', 'Northwind'],
    ['Nova', 'Nova Cosmetics International Trading Company'],
  ])('%s is another name than %s', (name, vouched) => {
    expect(concern(name, vouched)).toBe('renamed');
  });

  test.each([
    ['Northwind Outfitters', 'Northwind'],
    ['NORTHWIND', 'Northwind'],
    ['Northwinds', 'Northwind'],
    ['Café Claire', 'Cafe Claire'],
  ])('%s is still %s', (name, vouched) => {
    expect(concern(name, vouched)).toBeUndefined();
  });
});
