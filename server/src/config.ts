import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

export type Role = 'api' | 'redirect' | 'worker';

export type Config = {
  production: boolean;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  /** Not set: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined;
  project: string;
  demo: boolean;
  roles: readonly Role[];
  nodeId: string;
  trustProxy: readonly string[];
  logLevel: string;
  metricsToken: string | undefined;
  geoDatabase: string | undefined;
  /** Seals what must be read back; from SECRET_KEY, or made once in dataDir. */
  secretKey: string;
  limits: boolean;
};

/** A setting that cannot be used. The server does not start; the text names each variable and what it wants. */
export class ConfigError extends Error {}

const flag = z._default(z.enum(['0', '1'], 'must be 0 or 1'), '0');
const rootFolder = fileURLToPath(new URL('../../', import.meta.url));

const environment = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  PORT: z._default(
    z.string().check(
      z.regex(/^\d{1,5}$/, { error: 'must be a port number, like 3000', abort: true }),
      z.refine((text) => Number(text) <= 65_535, 'must not be above 65535'),
    ),
    '3000',
  ),
  HOST: z._default(z.string().check(z.minLength(1, 'must be an address to listen on, like 127.0.0.1')), '127.0.0.1'),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an address, like https://portal.example' })),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'must be a folder')), './data'),
  DATABASE_URL: z.optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be like postgres://user:password@host:5432/vitrine' }),
  ),
  EMBEDDED_DATABASE: flag,
  PROJECT: z._default(z.enum(['general', 'beauty'], 'must be general or beauty'), 'general'),
  DEMO: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  ROLES: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(api|redirect|worker)(,(api|redirect|worker))*$/,
          'must be a list of api, redirect and worker, like api,worker',
        ),
      ),
    'api,redirect,worker',
  ),
  NODE_ID: z._default(
    z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must have up to 40 small letters, digits or hyphens')),
    'node-1',
  ),
  TRUST_PROXY: z._default(z.string(), ''),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be one of fatal, error, warn, info, debug, trace, silent',
    ),
    'warn',
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  GEO_DATABASE: z.optional(z.string()),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  RATE_LIMITS: z._default(z.enum(['0', '1'], 'must be 0 or 1'), '1'),
});

function installationKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return readFileSync(file, 'utf8').trim();
  }
}

/** Reads the environment, the only place that does. Throws a ConfigError that lists everything that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(given);
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const values = read.data;
  const production = values.NODE_ENV === 'production';
  if (production && !values.DATABASE_URL && values.EMBEDDED_DATABASE !== '1') {
    throw new ConfigError(
      'DATABASE_URL must be set in production (or EMBEDDED_DATABASE=1 to use the embedded database all the same)',
    );
  }
  if (production && !values.SECRET_KEY)
    throw new ConfigError('SECRET_KEY must be set in production: at least 32 random characters');
  if (production && !values.PUBLIC_URL)
    throw new ConfigError('PUBLIC_URL must be set in production, like https://portal.example');
  if (production && values.DEMO === '1')
    throw new ConfigError('DEMO must not be 1 in production: its passwords are public');
  const dataDir = resolve(rootFolder, values.DATA_DIR);
  const shownHost = values.HOST === '0.0.0.0' || values.HOST === '::' ? 'localhost' : values.HOST;
  return {
    production,
    port: Number(values.PORT),
    host: values.HOST,
    publicUrl: (values.PUBLIC_URL ?? `http://${shownHost}:${values.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    project: values.PROJECT,
    demo: values.DEMO === undefined ? !production : values.DEMO === '1',
    roles: values.ROLES.split(',').map((role) => (role === 'api' || role === 'redirect' ? role : 'worker')),
    nodeId: values.NODE_ID,
    trustProxy: values.TRUST_PROXY.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    geoDatabase: values.GEO_DATABASE,
    secretKey: values.SECRET_KEY ?? installationKey(dataDir),
    limits: values.RATE_LIMITS === '1',
  };
}
