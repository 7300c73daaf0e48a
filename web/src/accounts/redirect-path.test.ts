import { describe, expect, test } from 'vitest';
import { acceptRedirectPath } from './redirect-path.ts';

const origin = 'https://portal.example';
const isGuarded = (pathname: string) =>
  pathname === '/' || pathname === '/earnings' || /^\/manage(\/[^/]+\/[^/]+)?$/.test(pathname);
const accept = (value: string) => acceptRedirectPath(value, origin, isGuarded);

describe('where a person was going before they signed in (S02)', () => {
  test.each([
    ['/earnings', '/earnings'],
    ['/earnings?state=paid&x=1#row', '/earnings?state=paid&x=1#row'],
    ['/manage/glow-lab/products', '/manage/glow-lab/products'],
    ['https://portal.example/earnings', '/earnings'],
    ['/manage/../earnings', '/earnings'],
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
