import { expect, test } from 'vitest';
import { mailboxName } from './mailbox.key.ts';

test.each([
  ['ava@creators.test', 'ava@creators.test'],
  [' Ava@Creators.TEST ', 'ava@creators.test'],
  ['ava.l+vitrine@gmail.com', 'aval@gmail.com'],
  ['A.V.A.L@GoogleMail.com', 'aval@gmail.com'],
  ['ava+a+b@icloud.com', 'ava@icloud.com'],
  ['ava@me.com', 'ava@icloud.com'],
  ['a.va+x@outlook.com', 'a.va@outlook.com'],
  ['ava@hotmail.com', 'ava@hotmail.com'],
  ['a.va+x@pm.me', 'ava@proton.me'],
  ['ava-shop@yahoo.com', 'ava@yahoo.com'],
  ['ava+shop@yahoo.com', 'ava+shop@yahoo.com'],
  ['ava+x@creators.test', 'ava+x@creators.test'],
  ['a.va@creators.test', 'a.va@creators.test'],
  ['ava@bücher.test', 'ava@xn--bcher-kva.test'],
  ['ava@BÜCHER.test', 'ava@xn--bcher-kva.test'],
  ['ava@xn--bcher-kva.test', 'ava@xn--bcher-kva.test'],
  ['ava@constructor', 'ava@constructor'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(mailboxName(address)).toBe(mailbox);
});
