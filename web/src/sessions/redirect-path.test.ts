import { describe, expect, test } from 'vitest';
import { acceptRedirectPath } from './redirect-path.ts';

const origin = 'https://portal.example';
const isGuarded = (pathname: string) =>
  pathname === '/' || pathname === '/earnings' || /^\/manage(\/[^/]+\/[^/]+)?$/.test(pathname);
const accept = (value: string) => acceptRedirectPath(value, origin, isGuarded);

describe('§33: the redirect path after login (S02)', () => {
  test.each([
    ['/earnings', '/earnings'],
    ['/earnings?state=paid&x=1#row', '/earnings?state=paid&x=1#row'],
    ['/manage/glow-lab/products', '/manage/glow-lab/products'],
    ['https://portal.example/earnings', '/earnings'],
    ['/manage/../earnings', '/earnings'],
    ['../earnings', '/earnings'],
    ['?next=//evil.example', '/?next=//evil.example'],
    ['/earnings?q=a\\b', '/earnings?q=a\\b'],
    ['#//evil.example', '/#//evil.example'],
  ])('%s is followed', (value, path) => {
    expect(accept(value)).toBe(path);
  });

  test.each(
    [
      'https://evil.example/earnings',
      '//evil.example/earnings',
      '/\\evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      '/\t/evil.example',
      '/earnings\n',
      '/earnings\\..\\..',
      'https://portal.example.evil.example/earnings',
      'http://portal.example/earnings',
      '///evil.example/earnings',
      '////evil.example',
      '/\\/evil.example',
      '\\/evil.example',
      '/\\\\evil.example/earnings',
      '//evil.example@portal.example/earnings',
      'https://portal.example@evil.example/earnings',
      'https://portal.example:443@evil.example/earnings',
      'https://portal.example:444/earnings',
      'https:/evil.example/earnings',
      'https:evil.example',
      'https:///evil.example/earnings',
      'HTTPS://EVIL.EXAMPLE/earnings',
      'ftp://portal.example/earnings',
      'ws://portal.example/earnings',
      'blob:https://portal.example/earnings',
      'about:blank',
      'vbscript:msgbox(1)',
      'JAVASCRIPT:alert(1)',
      'java\nscript:alert(1)',
      ' javascript:alert(1)',
      'javascript://portal.example/%0aalert(1)',
      '\u0000//evil.example',
      '/\u0000/evil.example',
      '\t//evil.example',
      '\n//evil.example',
      '\r\n//evil.example',
      ' //evil.example',
      '/\n/evil.example',
      '/\r/evil.example',
      '//evil%E3%80%82example',
      '//\u3002evil.example',
      '/\u2215/evil.example',
      '//0x7f000001/earnings',
      '//[::1]/earnings',
      'evil.example',
      'file:///earnings',
      'https://portal.example./earnings',
      'https://xn--portal-.example/earnings',
      '/login',
      '/register',
      '/login-as/123',
      '/pages/terms',
      '/nowhere',
      '',
    ].filter(Boolean),
  )('%j is not', (value) => {
    expect(accept(value)).toBeUndefined();
  });
});
