import * as z from 'zod/mini';

function address() {
  return z.optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be like postgres://user:password@host:5432/vitrine' }),
  );
}

/** The addresses of the database. */
export const databaseVariables = {
  DATABASE_URL: address(),
  DATABASE_DIRECT_URL: address(),
  DATABASE_READ_URL: address(),
};

type Values = { [Name in keyof typeof databaseVariables]?: string | undefined };

export type DatabaseAddresses = {
  /** If not set, the embedded PostgreSQL in dataDir is used. */
  databaseUrl: string | undefined;
  /** For what needs a session: notices, locks, migrations, jobs, and commands. DATABASE_URL, unless it is set. */
  databaseDirectUrl: string | undefined;
  /** Of a replica, for long reads. */
  databaseReadUrl: string | undefined;
};

/** What is wrong with the addresses together. */
export function faultOfDatabase(values: Values): string | undefined {
  if (values.DATABASE_URL) return undefined;
  if (values.DATABASE_DIRECT_URL) return 'DATABASE_DIRECT_URL needs DATABASE_URL, the address for everything else';
  if (values.DATABASE_READ_URL) return 'DATABASE_READ_URL needs DATABASE_URL, the address of the primary';
  return undefined;
}

export function databaseOf(values: Values): DatabaseAddresses {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
  };
}
