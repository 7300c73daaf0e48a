import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { DatabaseSetupError } from './setup.error.ts';

// What the product's roles may do, as statements. The end of database/schema.sql lists them as the migrations make
// them, and a database that was restored without its roles gets what it lacks. Each line can run alone and again.

export type Grant = { role: string; table: string; privilege: string };

const schemaFile = new URL('../../../../database/schema.sql', import.meta.url);
export const rightsHeading = '-- rights';

const ofProduct = `pg_roles r where r.rolname like 'vitrine\\_%'`;
const inSchema = `'public'::regnamespace`;

const queries = [
  `select format('grant usage on schema public to %I', r.rolname) as line from ${ofProduct}
     and has_schema_privilege(r.oid, 'public', 'usage')`,
  `select format('alter table %I enable row level security, force row level security', c.relname) as line
     from pg_class c where c.relnamespace = ${inSchema} and c.relrowsecurity and c.relforcerowsecurity
       and not c.relispartition`,
  `select format('grant %s on %s%I to %I', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
       case c.relkind when 'S' then 'sequence ' else '' end, c.relname, g.rolname) as line
     from pg_class c cross join aclexplode(c.relacl) a join pg_roles g on g.oid = a.grantee
     where c.relnamespace = ${inSchema} and g.rolname like 'vitrine\\_%' group by c.oid, c.relkind, c.relname, g.rolname`,
  `select format('grant %s (%I) on %I to %I', lower(a.privilege_type), t.attname, c.relname, g.rolname) as line
     from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped
     cross join aclexplode(t.attacl) a join pg_roles g on g.oid = a.grantee
     where c.relnamespace = ${inSchema} and g.rolname like 'vitrine\\_%'`,
  `select format('revoke all on function %s from public', p.oid::regprocedure) as line
     from pg_proc p where p.pronamespace = ${inSchema} and p.proacl is not null
       and not exists (select from aclexplode(p.proacl) a where a.grantee = 0)`,
  `select format('grant execute on function %s to %I', p.oid::regprocedure, g.rolname) as line
     from pg_proc p cross join aclexplode(p.proacl) a join pg_roles g on g.oid = a.grantee
     where p.pronamespace = ${inSchema} and g.rolname like 'vitrine\\_%'`,
  `select format('create policy %I on %I for %s to %s', p.policyname, p.tablename, lower(p.cmd),
         array_to_string(array(select case when r = current_user then 'current_user' else r::text end
           from unnest(p.roles) r order by 1), ', '))
       || coalesce(' using (' || p.qual || ')', '') || coalesce(' with check (' || p.with_check || ')', '') as line
     from pg_policies p where p.schemaname = 'public'`,
];

/** The rights in this database, one statement a line. */
export async function describeRights(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const query of queries) {
    const found = await client.query<{ line: string }>(query);
    lines.push(...found.rows.map(({ line }) => line.replaceAll(/\s+/g, ' ')).sort());
  }
  return lines;
}

let read: Promise<string[]> | undefined;

/** The rights that this version needs. Read once: the file is part of the version. */
function expectedRights(): Promise<string[]> {
  read ??= readFile(schemaFile, 'utf8').then((text) => {
    const [, rights = ''] = text.split(`${rightsHeading}\n`);
    return rights.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/;$/, '')]));
  });
  return read;
}

/** The rights on whole tables that this version needs. */
export async function expectedGrants(): Promise<Grant[]> {
  return (await expectedRights()).flatMap((line) => {
    const [, privileges, table, role] = /^grant ([a-z, ]+) on (\w+) to (\w+)$/.exec(line) ?? [];
    if (privileges === undefined || table === undefined || role === undefined) return [];
    return privileges.split(', ').map((privilege) => ({ role, table, privilege }));
  });
}

/** One line for each privilege, so that a role that has more than the product gives it lacks nothing. */
function single(line: string): string[] {
  const [, privileges, rest] = /^grant ([a-z, ]+)( on .*)$/.exec(line) ?? [];
  return privileges === undefined ? [line] : privileges.split(', ').map((privilege) => `grant ${privilege}${rest}`);
}

/** Versions of PostgreSQL print conditions differently, so a policy is compared by its name, its table and its roles. */
function keyOf(line: string): string {
  return line.startsWith('create policy')
    ? (/^create policy .*? to [\w, ]+?(?= using| with|$)/.exec(line)?.[0] ?? line)
    : line;
}

/** A policy of the same name can exist for another role: the owner's policies after a change of owner. */
function statementOf(line: string): string {
  const [, name, table] = /^create policy (\S+) on (\S+)/.exec(line) ?? [];
  return name === undefined ? `${line};` : `drop policy if exists ${name} on ${table}; ${line};`;
}

/** Grants and policies that the newest schema has and this database lacks are created again. Returns the statements. */
export async function repairRights(client: pg.Client): Promise<string[]> {
  const present = new Set((await describeRights(client)).flatMap(single).map(keyOf));
  const missing = (await expectedRights())
    .flatMap(single)
    .filter((line) => !present.has(keyOf(line)))
    .map(statementOf);
  if (missing.length === 0) return missing;
  try {
    await client.query(['begin', ...missing.map((statement) => statement.replace(/;$/, '')), 'commit'].join(';\n'));
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseSetupError(
      `the roles of the product lack ${missing.length} rights in this database, and they can't be granted again (${reason})`,
      missing,
    );
  }
  return missing;
}
