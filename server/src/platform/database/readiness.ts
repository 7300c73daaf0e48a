import { sql } from 'kysely';
import { migrationNames } from '../version.ts';
import type { Database } from './database.ts';
import { expectedGrants, type Grant } from './rights.ts';

// What the product needs of its database. /readyz asks for it again and again, the doctor once.

type Connection = { query: <Row extends object>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }> };

/** The migrations of this version that the database doesn't have. */
export async function missingMigrations(db: Connection): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select own.name from unnest($1::text[]) as own (name)
     where not exists (select from migrations m where m.name = own.name) order by own.name`,
    [await migrationNames()],
  );
  return rows.map(({ name }) => name);
}

/** The roles that don't exist, or that the login of DATABASE_URL may not act as. */
export async function missingRoles(db: Connection): Promise<string[]> {
  // Before version 16, PostgreSQL knows no separate SET privilege.
  const { rows } = await db.query<{ role: string }>(
    `select own.role from unnest($1::text[]) as own (role) left join pg_roles r on r.rolname = own.role
     where r.oid is null or not pg_has_role(r.oid,
       case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) order by 1`,
    [[...new Set((await expectedGrants()).map(({ role }) => role))]],
  );
  return rows.map(({ role }) => role);
}

/** The grants that this version needs and that the roles don't have. All of a role that doesn't exist are missing. */
export async function missingGrants(db: Connection): Promise<Grant[]> {
  const wanted = await expectedGrants();
  const { rows } = await db.query<Grant>(
    `select own.* from unnest($1::text[], $2::text[], $3::text[]) as own (role, "table", privilege)
     left join pg_roles r on r.rolname = own.role
     left join pg_class c on c.relname = own."table" and c.relnamespace = 'public'::regnamespace
     where r.oid is null or c.oid is null or not has_table_privilege(r.oid, c.oid, own.privilege)`,
    [wanted.map(({ role }) => role), wanted.map(({ table }) => table), wanted.map(({ privilege }) => privilege)],
  );
  return rows;
}

/** Commits a write as the app's role. Throws where the database is read-only, full, or refuses it. */
export async function writeAsApp(database: Pick<Database, 'as'>): Promise<void> {
  await database.as({ role: 'app' }, async (tx) => {
    await sql`insert into write_checks (at) values (now())`.execute(tx);
    await sql`delete from write_checks`.execute(tx);
  });
}
