import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { makeFolder } from './platform/folder.ts';
import { readVariants, VariantError } from './platform/variants/variant.file.ts';
import type { Variants } from './platform/variants/variants.ts';
import { type DatabaseAddresses, databaseOf, databaseVariables, faultOfDatabase } from './config.database.ts';
import { figuresAddressOf, figuresVariables } from './config.figures.ts';
import { filesAddressOf, filesVariables } from './config.files.ts';
import type { ClickLogSettings } from './clicklog/clicklog.ts';
import { clickLogOf, clickLogProblem, clickLogVariables } from './config.clicklog.ts';
import type { NatsAddress } from './platform/nats/connection.ts';
import { eventsUrlOf, eventsVariables } from './config.events.ts';
import { type RetentionDays, retentionOf, retentionVariables } from './config.retention.ts';
import type { EngineAddress } from './figures/clickhouse/engine.address.ts';
import type { S3Address } from './platform/files/s3.address.ts';
import { type Patience, usualPatience } from './platform/patience.ts';

/** The cost of an argon2id hash: memory in KiB. */
export type PasswordCost = { memory: number; passes: number };

/** The parameters that OWASP recommends for argon2id. No setting: an installation must not weaken them. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2 };
/** Each needs a database connection, of which storing and answering must have the most. */
const webhooksAtOnce = 4;
const notSettings = { passwordCost, webhooksAtOnce, patience: usualPatience };

export type NodeRole = 'api' | 'redirect' | 'worker';

export type Config = DatabaseAddresses & {
  production: boolean;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  /** How many transactions of this node run at once. */
  databaseConnections: number;
  /** Clicks through NATS; undefined: from the journal to the database. */
  clickLog: ClickLogSettings | undefined;
  variants: Variants;
  demo: boolean;
  /** Where the shops of a new demo listen, on this machine only. 0: on any free port. */
  demoShopPort: number;
  /** Operators without two-factor login can only use their own account: in production, where they can reach all data. */
  operatorsNeedSecondFactor: boolean;
  roles: readonly NodeRole[];
  nodeId: string;
  trustProxy: readonly string[];
  logLevel: string;
  /** The most memory that a redirect node keeps links in. */
  linkMemoryBytes: number;
  /** If set, nodes exchange notices and counts of limits over NATS. */
  eventsUrl: NatsAddress | undefined;
  metricsToken: string | undefined;
  geoDatabase: string | undefined;
  /** Encrypts data that must be read back; from SECRET_KEY, or generated once in dataDir. */
  secretKey: string;
  /** The previous key. Values that are only signed with it, such as browser marks, are accepted and signed again. */
  previousSecretKey: string | undefined;
  passwordCost: PasswordCost;
  /** How many webhooks of shops a node applies at once. */
  webhooksAtOnce: number;
  patience: Patience;
  limits: boolean;
  /** How many days an account that is being closed can be kept after all. */
  closureDays: number;
  /** If not set, emails stay in the outbox, where the operator reads them and copies their links. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Sign-in with Google or another OpenID provider. If not set, there is no button for it. */
  google: Provider | undefined;
  social: Record<'instagram' | 'tiktok' | 'youtube', Provider | undefined>;
  supportFormUrl: string | undefined;
  /** Where requests to addresses of users may go, and how long each may take. */
  outbound: { loopback: boolean; timeoutMs: number };
  /** Another address for the shops at Shopify, for tests; undefined: each shop's own. */
  shopifyBaseUrl: string | undefined;
  /** Where pictures are kept. If not set, in the database. */
  files: S3Address | undefined;
  /** A ClickHouse for figures over long ranges. If not set, PostgreSQL counts all of them. */
  figures: EngineAddress | undefined;
  /** How many days each kind of data is kept. */
  retention: RetentionDays;
  /** Who runs this installation, for the legal texts. */
  operator: { name: string; email: string; address: string | undefined; law: string | undefined };
  /** What the legal texts say only by default, so that it may be wrong. */
  unconfirmed: readonly ('OPERATOR_NAME' | 'OPERATOR_EMAIL')[];
};

/** Credentials of this installation at another service. Without `baseUrl`, the service's own address is used. */
export type Provider = { clientId: string; clientSecret: string; baseUrl: string | undefined };

/** An invalid setting. The server does not start; the message lists each variable and what it must be. */
export class ConfigError extends Error {}

const flag = z._default(z.enum(['0', '1'], 'must be 0 or 1'), '0');
const rootFolder = fileURLToPath(new URL('../../', import.meta.url));

type ProviderName = 'GOOGLE' | 'INSTAGRAM' | 'TIKTOK' | 'YOUTUBE';
type ProviderVariable<Name extends ProviderName> = `${Name}_CLIENT_ID` | `${Name}_CLIENT_SECRET` | `${Name}_BASE_URL`;

function providerVariables<Name extends ProviderName>(name: Name) {
  const text = z.optional(z.string());
  const url = z.optional(z.url({ protocol: /^https?$/, error: 'must be an address, like https://accounts.example' }));
  // The compiler can't resolve a computed name in a mapped type.
  return { [`${name}_CLIENT_ID`]: text, [`${name}_CLIENT_SECRET`]: text, [`${name}_BASE_URL`]: url } as Record<
    ProviderVariable<Name>,
    typeof text
  >;
}

const portNumber = z.string().check(
  z.regex(/^\d{1,5}$/, { error: 'must be a port number, like 3000', abort: true }),
  z.refine((text) => Number(text) <= 65_535, 'must not be above 65535'),
);

/** Beside the portal's own port; any free one, if the portal takes any. */
function demoShopPortOf({ PORT, DEMO_SHOP_PORT }: { PORT: string; DEMO_SHOP_PORT?: string | undefined }): number {
  if (DEMO_SHOP_PORT !== undefined) return Number(DEMO_SHOP_PORT);
  return PORT === '0' || PORT === '65535' ? 0 : Number(PORT) + 1;
}

/** The variables of the environment as they are given, each with its check and its default. */
export const environment = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  PORT: z._default(portNumber, '3000'),
  HOST: z._default(z.string().check(z.minLength(1, 'must be an address to listen on, like 127.0.0.1')), '127.0.0.1'),
  PUBLIC_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an address, like https://portal.example' })),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'must be a folder')), './data'),
  ...databaseVariables,
  DATABASE_CONNECTIONS: z._default(
    z.string().check(z.regex(/^([1-9]|[1-9]\d|1\d\d|200)$/, 'must be a number of connections from 1 to 200')),
    '12',
  ),
  EMBEDDED_DATABASE: flag,
  PROJECT: z._default(z.string(), 'general'),
  VARIANTS_DIR: z._default(z.string(), './variants'),
  BEAUTY_URL: z.optional(
    z.never('is no longer a setting: add its host name to "hosts" in beauty.json (docs/operate/variants.md)'),
  ),
  DEMO: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  DEMO_SHOP_PORT: z.optional(portNumber),
  ROLES: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(api|redirect|worker)(,(api|redirect|worker))*$/,
          'must be one or more of api, redirect and worker, separated by commas, like api,worker',
        ),
      ),
    'api,redirect,worker',
  ),
  NODE_ID: z._default(
    z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'must have up to 40 lowercase letters, numbers or hyphens')),
    'node-1',
  ),
  TRUST_PROXY: z._default(z.string(), ''),
  LINK_MEMORY_MB: z._default(
    z.string().check(
      z.refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= 16 && Number(text) <= 1_048_576, {
        error: 'must be a number of megabytes from 16 to 1048576',
      }),
    ),
    '4096',
  ),
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
  PREVIOUS_SECRET_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  RATE_LIMITS: z._default(z.enum(['0', '1'], 'must be 0 or 1'), '1'),
  CLOSURE_DAYS: z._default(
    z.string().check(z.regex(/^([1-9]|[1-5]\d|60)$/, 'must be a number of days from 1 to 60')),
    '14',
  ),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@mail.example:587' })),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(/^[^\r\n]+@[^\r\n]+$/, 'must be an address, like Vitrine <hello@portal.example>')),
  ),
  SUPPORT_FORM_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'must be an address, like https://forms.example/help' }),
  ),
  OUTBOUND_LOOPBACK: flag,
  SHOPIFY_BASE_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'must be an address, like http://127.0.0.1:4000' }),
  ),
  OPERATOR_NAME: z.optional(z.string().check(z.maxLength(120, 'must have at most 120 characters'))),
  OPERATOR_EMAIL: z.optional(z.email('must be an email address, like legal@portal.example')),
  OPERATOR_ADDRESS: z.optional(z.string().check(z.maxLength(300, 'must have at most 300 characters'))),
  OPERATOR_LAW: z.optional(z.string().check(z.maxLength(120, 'must have at most 120 characters'))),
  ...figuresVariables,
  ...filesVariables,
  ...retentionVariables,
  ...clickLogVariables,
  ...eventsVariables,
  ...providerVariables('GOOGLE'),
  ...providerVariables('INSTAGRAM'),
  ...providerVariables('TIKTOK'),
  ...providerVariables('YOUTUBE'),
});

function installationKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    makeFolder(dataDir);
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return readFileSync(file, 'utf8').trim();
  }
}

/** Requires both id and secret, or neither: with only one of them the button would fail. */
function providerOf<Name extends ProviderName>(
  values: { [Key in ProviderVariable<Name>]?: string | undefined },
  name: Name,
): Provider | undefined {
  const clientId = values[`${name}_CLIENT_ID`];
  const clientSecret = values[`${name}_CLIENT_SECRET`];
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret)
    throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET must be set together`);
  return { clientId, clientSecret, baseUrl: values[`${name}_BASE_URL`] };
}

function variantsIn(folder: string, standardKey: string): Variants {
  try {
    return readVariants(folder, standardKey);
  } catch (error) {
    throw error instanceof VariantError ? new ConfigError(error.message) : error;
  }
}

/** The only place that reads the environment. Throws a ConfigError that lists all errors. */
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
      'DATABASE_URL must be set in production (or set EMBEDDED_DATABASE=1 to use the embedded database)',
    );
  }
  const fault = faultOfDatabase(values);
  if (fault !== undefined) throw new ConfigError(fault);
  if (production && !values.SECRET_KEY)
    throw new ConfigError('SECRET_KEY must be set in production, with at least 32 random characters');
  if (production && !values.PUBLIC_URL)
    throw new ConfigError('PUBLIC_URL must be set in production, like https://portal.example');
  if (production && values.DEMO === '1')
    throw new ConfigError('DEMO must not be 1 in production, because the demo passwords are public');
  if (production && values.OUTBOUND_LOOPBACK === '1')
    throw new ConfigError('OUTBOUND_LOOPBACK must not be 1 in production, because brands could reach this machine');
  const problem = clickLogProblem(values);
  if (problem !== undefined) throw new ConfigError(problem);
  const dataDir = resolve(rootFolder, values.DATA_DIR);
  const shownHost = values.HOST === '0.0.0.0' || values.HOST === '::' ? 'localhost' : values.HOST;
  const publicUrl = (values.PUBLIC_URL ?? `http://${shownHost}:${values.PORT}`).replace(/\/+$/, '');
  return {
    production,
    port: Number(values.PORT),
    host: values.HOST,
    publicUrl,
    dataDir,
    ...databaseOf(values),
    databaseConnections: Number(values.DATABASE_CONNECTIONS),
    clickLog: clickLogOf(values),
    variants: variantsIn(resolve(rootFolder, values.VARIANTS_DIR), values.PROJECT),
    operatorsNeedSecondFactor: production,
    demo: values.DEMO === undefined ? !production : values.DEMO === '1',
    demoShopPort: demoShopPortOf(values),
    roles: values.ROLES.split(',').map((role) => (role === 'api' || role === 'redirect' ? role : 'worker')),
    nodeId: values.NODE_ID,
    trustProxy: values.TRUST_PROXY.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
    logLevel: values.LOG_LEVEL,
    linkMemoryBytes: Number(values.LINK_MEMORY_MB) * 1024 * 1024,
    eventsUrl: eventsUrlOf(values),
    metricsToken: values.METRICS_TOKEN,
    geoDatabase: values.GEO_DATABASE,
    secretKey: values.SECRET_KEY ?? installationKey(dataDir),
    previousSecretKey: values.PREVIOUS_SECRET_KEY,
    ...notSettings,
    limits: values.RATE_LIMITS === '1',
    closureDays: Number(values.CLOSURE_DAYS),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Vitrine <no-reply@${new URL(values.PUBLIC_URL ?? 'http://localhost').hostname}>`,
    google: providerOf(values, 'GOOGLE'),
    social: {
      instagram: providerOf(values, 'INSTAGRAM'),
      tiktok: providerOf(values, 'TIKTOK'),
      youtube: providerOf(values, 'YOUTUBE'),
    },
    supportFormUrl: values.SUPPORT_FORM_URL,
    shopifyBaseUrl: values.SHOPIFY_BASE_URL?.replace(/\/+$/, ''),
    outbound: { loopback: values.OUTBOUND_LOOPBACK === '1', timeoutMs: 10_000 },
    figures: figuresAddressOf(values),
    files: filesAddressOf(values),
    retention: retentionOf(values),
    operator: {
      name: values.OPERATOR_NAME ?? `the operator of ${new URL(publicUrl).hostname}`,
      email: values.OPERATOR_EMAIL ?? `legal@${new URL(publicUrl).hostname}`,
      address: values.OPERATOR_ADDRESS,
      law: values.OPERATOR_LAW,
    },
    unconfirmed: (['OPERATOR_NAME', 'OPERATOR_EMAIL'] as const).filter((name) => values[name] === undefined),
  };
}
