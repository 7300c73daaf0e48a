import pg from 'pg';
import { DatabaseSetupError } from './setup.error.ts';

// The product's roles belong to the whole PostgreSQL server, so a dump of one database doesn't contain them.

const roles = ['vitrine_app', 'vitrine_public', 'vitrine_redirect', 'vitrine_system'] as const;

type RoleState = { role: string; exists: boolean; isMember: boolean };

function isDenied(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}

/**
 * PostgreSQL 15 has no separate right to act as a role. There, the first migration grants the roles in any case, which
 * needs the admin option.
 */
const neededRight = `case when current_setting('server_version_num')::int >= 160000 then 'set'
  when to_regclass('public.migrations') is null then 'member with admin option' else 'member' end`;

type Setup = { states: RoleState[]; owner: string; option: string };

async function readSetup(client: pg.Client): Promise<Setup> {
  const found = await client.query<RoleState>(
    `select w.role, r.oid is not null as exists, coalesce(pg_has_role(current_user, r.oid, ${neededRight}), false) as "isMember"
     from unnest($1::text[]) w (role) left join pg_roles r on r.rolname = w.role order by 1`,
    [roles],
  );
  const { rows } = await client.query<{ owner: string; option: string }>(
    `select quote_ident(current_user) as owner,
       case when current_setting('server_version_num')::int < 160000 then ' with admin option' else '' end as option`,
  );
  return { states: found.rows, owner: rows[0]?.owner ?? '', option: rows[0]?.option ?? '' };
}

/** Creates the product's roles where they are missing, and lets the owner act as them. */
export async function prepareRoles(client: pg.Client): Promise<void> {
  const { states, owner, option } = await readSetup(client);
  const lacking = states.filter(({ exists, isMember }) => !exists || !isMember);
  if (lacking.length === 0) return;
  const names = lacking.map(({ role }) => role).join(', ');
  const creations = lacking.filter(({ exists }) => !exists).map(({ role }) => `create role ${role} nologin;`);
  try {
    for (const creation of creations) await createRole(client, creation);
    await client.query(`grant ${names} to ${owner}`);
  } catch (error) {
    if (!isDenied(error)) throw error;
    const fix = [...creations, `grant ${names} to ${owner}${option};`];
    throw new DatabaseSetupError(`its user ${owner} may not create or use the roles ${names}`, fix);
  }
}

/** Another database of the same server can be migrated at the same moment. */
async function createRole(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !['42710', '23505'].includes(error.code ?? '')) throw error;
  }
}

/** An empty database needs the right to create tables, and a schema for the job queue. */
export async function checkCreation(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; database: string; schema: boolean; tables: boolean }>(
    `select quote_ident(current_user) as owner, quote_ident(current_database()) as database,
       has_database_privilege(current_database(), 'create') or to_regnamespace('graphile_worker') is not null as schema,
       has_schema_privilege('public', 'create') as tables`,
  );
  const state = rows[0];
  if (!state || (state.schema && state.tables)) return;
  const fix = [
    ...(state.schema ? [] : [`grant create on database ${state.database} to ${state.owner};`]),
    ...(state.tables ? [] : [`grant create on schema public to ${state.owner};`]),
  ];
  throw new DatabaseSetupError(`its user ${state.owner} may not create tables and schemas`, fix);
}
