import type { Pool } from 'pg';
import { newerMessage } from '../platform/database/newer.ts';
import { missingGrants, missingMigrations, missingRoles, writeAsApp } from '../platform/database/readiness.ts';
import type { Grant } from '../platform/database/rights.ts';
import { migrationNames, productVersion } from '../platform/version.ts';
import { error, type Diagnosis, ok, type Patient, reasonOf, warning } from './diagnosis.ts';

const oldest = 15;

/** Version, migrations, roles, grants, and a write as the app's role. */
export async function checkDatabase({ database }: Pick<Patient, 'database'>): Promise<Diagnosis[]> {
  const { pool } = database;
  const version = await checkVersion(pool).catch((thrown: unknown) =>
    error(`PostgreSQL does not answer: ${reasonOf(thrown)}. Check that it runs, and DATABASE_URL.`),
  );
  if (version.level === 'error') return [version];
  if (!(await exists(pool, 'migrations'))) return [version, await checkRights(pool)];
  const schema = await checkSchema(pool);
  if (schema.level !== 'ok') return [version, schema];
  return [version, schema, await checkGrants(pool), await checkWrite(database)];
}

/** Whether a table exists, also where it belongs to a newer version. */
export async function exists(pool: Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table]);
  return rows[0]?.found === true;
}

async function checkVersion(pool: Pool): Promise<Diagnosis> {
  const { rows } = await pool.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  const [{ version, number } = { version: 'unknown', number: 0 }] = rows;
  if (number < oldest * 10_000)
    return error(`PostgreSQL ${version} is too old. Upgrade it to version ${oldest} or newer.`);
  return ok(`PostgreSQL ${version}`);
}

/** An empty database: the first start creates tables and roles, and needs the rights for that. */
async function checkRights(pool: Pool): Promise<Diagnosis> {
  const { rows } = await pool.query<{ login: string; tables: boolean; roles: boolean }>(
    `select current_user as login, has_schema_privilege('public', 'create') as tables,
            rolcreaterole or rolsuper as roles from pg_roles where rolname = current_user`,
  );
  const [{ login, tables, roles } = { login: 'unknown', tables: false, roles: false }] = rows;
  const needed = [
    ...(tables ? [] : [`grant create on schema public to "${login}";`]),
    ...(roles || (await missingRoles(pool)).length === 0 ? [] : [`alter role "${login}" createrole;`]),
  ];
  if (needed.length > 0)
    return error(`${login} may not set up the empty database. As a superuser, run: ${needed.join(' ')}`);
  return ok('empty; the first start sets it up');
}

async function checkSchema(pool: Pool): Promise<Diagnosis> {
  const { rows } = await pool.query<{ name: string; version: string | null }>(
    `select name, to_jsonb(migrations) ->> 'version' as version from migrations
     where name <> all($1) order by name desc limit 1`,
    [await migrationNames()],
  );
  const [newest] = rows;
  if (newest) return error(newerMessage(await productVersion(), newest));
  const missing = await missingMigrations(pool);
  if (missing.length > 0)
    return warning(`${missing.length} migrations did not run yet, from ${missing[0]}. Start Vitrine, which runs them.`);
  return ok('all migrations ran');
}

async function checkGrants(pool: Pool): Promise<Diagnosis> {
  const roles = await missingRoles(pool);
  if (roles.length > 0) return error(`missing roles: ${roles.join(', ')}. Start Vitrine, which creates them.`);
  const missing = await missingGrants(pool);
  if (missing.length === 0) return ok('all roles and grants are there');
  return error(`${missing.length} grants are missing. As the owner of the tables, run: ${statements(missing)}`);
}

function statements(grants: readonly Grant[]): string {
  const byTable = Map.groupBy(grants, ({ table, role }) => `on ${table} to ${role};`);
  return [...byTable]
    .map(([target, list]) => `grant ${list.map((grant) => grant.privilege).join(', ')} ${target}`)
    .join(' ');
}

async function checkWrite(database: Patient['database']): Promise<Diagnosis> {
  try {
    await writeAsApp(database);
    return ok('the app can write');
  } catch (thrown) {
    return error(`The app can't write: ${reasonOf(thrown)}. Check the database's log and its disk.`);
  }
}
