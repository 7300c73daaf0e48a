import { expect, test } from 'vitest';
import { referrerName } from './referrers.ts';

test.each([
  ['l.instagram.com', 'Instagram'],
  ['www.google.com', 'Google'],
  ['google.co.uk', 'Google'],
  ['news.google.com', 'Google'],
  ['com.google.android.gm', 'Gmail'],
  ['mail.google.com', 'Gmail'],
  ['vm.tiktok.com', 'TikTok'],
  ['m.youtube.com', 'YouTube'],
  ['youtu.be', 'YouTube'],
  ['t.co', 'X'],
  ['lm.facebook.com', 'Facebook'],
  ['www.pinterest.fr', 'Pinterest'],
  ['pin.it', 'Pinterest'],
  ['linktr.ee', 'Linktree'],
  ['out.reddit.com', 'Reddit'],
  ['duckduckgo.com', 'DuckDuckGo'],
])('%s is named %s, with its host', (host, name) => {
  expect(referrerName(host)).toEqual({ name, host: host.replace('www.', '') });
});

test.each([
  ['www.ava-writes.example', 'ava-writes.example'],
  ['notinstagram.com', 'notinstagram.com'],
  ['google.evil.example', 'google.evil.example'],
  ['instagram.com.evil.example', 'instagram.com.evil.example'],
  ['t.co.evil.example', 't.co.evil.example'],
  ['google.com.evil', 'google.com.evil'],
  ['www.com', 'www.com'],
])('%s is unknown and named by its host', (host, shown) => {
  expect(referrerName(host)).toEqual({ name: shown });
});
