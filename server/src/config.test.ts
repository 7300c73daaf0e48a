import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function refusal(env: Record<string, string>): string {
  try {
    readConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'x'.repeat(32), ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'no refusal';
}

test.each([
  ['PORT', 'abc', 'PORT must be a port number, like 3000'],
  ['PORT', '70000', 'PORT must not be above 65535'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be like postgres://user:password@host:5432/vitrine'],
  ['PUBLIC_URL', 'portal.example', 'PUBLIC_URL must be an address, like https://portal.example'],
  [
    'BEAUTY_URL',
    'https://beauty.portal.example',
    'BEAUTY_URL is no longer a setting: add its host name to "hosts" in beauty.json (docs/operate/variants.md)',
  ],
  ['DEMO', 'yes', 'DEMO must be 0 or 1'],
  ['ROLES', 'api,mail', 'ROLES must be one or more of api, redirect and worker, separated by commas, like api,worker'],
  ['SECRET_KEY', 'short', 'SECRET_KEY must have at least 32 characters'],
  ['KEEP_HITS_DAYS', '5', 'KEEP_HITS_DAYS is "5", but must be a number of days from 90 to 3660'],
  ['KEEP_HITS_DAYS', '3661', 'KEEP_HITS_DAYS is "3661", but must be a number of days from 90 to 3660'],
  ['KEEP_AUDIT_DAYS', '7 years', 'KEEP_AUDIT_DAYS is "7 years", but must be a number of days from 366 to 36600'],
  ['KEEP_EVENTS_DAYS', '-30', 'KEEP_EVENTS_DAYS is "-30", but must be a number of days from 7 to 366'],
  ['NODE_ID', 'Node 1', 'NODE_ID must have up to 40 lowercase letters, numbers or hyphens'],
])('%s=%s is refused by name, with what is allowed', (name, value, message) => {
  expect(refusal({ [name]: value })).toBe(message);
});

test('all errors are reported at once', () => {
  expect(refusal({ PORT: 'x', DEMO: '2' }).split('\n')).toHaveLength(2);
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ DATA_DIR: '/nowhere', SECRET_KEY: 'x'.repeat(32), PORT: '', DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
    demo: true,
  });
});

test('production requires a database, an address and a secret, and refuses the demo', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://portal.example',
    DATABASE_URL: 'postgres://db/vitrine',
  };
  expect(refusal({ ...production, DATABASE_URL: '' })).toContain('DATABASE_URL must be set in production');
  expect(refusal({ ...production, PUBLIC_URL: '' })).toContain('PUBLIC_URL must be set in production');
  expect(refusal({ ...production, SECRET_KEY: '' })).toContain('SECRET_KEY must be set in production');
  expect(refusal({ ...production, DEMO: '1' })).toContain('DEMO must not be 1 in production');
  expect(readConfig({ ...production, SECRET_KEY: 'x'.repeat(32), DATA_DIR: '/nowhere' }).demo).toBe(false);
});
