import { expect, test } from 'vitest';
import { codeInAddress } from './invitation-code.ts';

test.each([
  ['#vti_abcdefgh', '', 'vti_abcdefgh'],
  ['vti_abcdefgh', '', 'vti_abcdefgh'],
  ['', '?code=vti_abcdefgh', 'vti_abcdefgh'],
  ['#demo-glow-lab-invitation', '?code=other-code', 'demo-glow-lab-invitation'],
  ['', '', undefined],
  ['#short', '', undefined],
  ['#<script>alert(1)</script>', '', undefined],
  ['#../../etc/passwd', '', undefined],
  [`#${'a'.repeat(201)}`, '', undefined],
])('of %j and %j the code is %j (S26)', (hash, search, code) => {
  expect(codeInAddress({ hash, search })).toBe(code);
});
