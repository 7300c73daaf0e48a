import { type Messages, setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { groupPlurals } from './grouped-plurals.ts';

/** A catalog as the build makes it: “# clic”, “# clics”. */
const catalog: Messages = { clicks: [['count', 'plural', { one: ['#', ' clic'], other: ['#', ' clics'] }]] };

test.each([
  ['en', '1 clic', '999 clics', '1,894 clics', '48,019 clics'],
  ['es', '1 clic', '999 clics', '1.894 clics', '48.019 clics'],
])('§127: the numbers in plurals are grouped from 1,000 on: %s (S20)', (locale, ...texts) => {
  const i18n = setupI18n({ locale, messages: { [locale]: catalog } });
  groupPlurals(i18n);
  const counts = [1, 999, 1_894, 48_019];
  expect(counts.map((count) => i18n._('clicks', { count }))).toEqual(texts);
  expect(counts.map((count) => i18n.t({ id: 'clicks', values: { count } }))).toEqual(texts);
});
