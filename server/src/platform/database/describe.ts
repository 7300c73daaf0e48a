import type pg from 'pg';
import { describeRights, rightsHeading } from './rights.ts';

export type DatabaseColumn = {
  table: string;
  column: string;
  type: string;
  notNull: boolean;
  /** `always`: the database computes it, and it can't be written. */
  generated: 'no' | 'default' | 'always';
};

/** Partitions are left out: which ones exist depends on the date. */
const isTable = "c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'";

const lines = {
  functions: `select pg_get_functiondef(p.oid) as line from pg_proc p where p.pronamespace = 'public'::regnamespace order by p.proname`,
  tables: `select 'create table ' || c.relname || E' (\\n' || string_agg('  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case when a.attidentity <> '' then ' generated always as identity'
           when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
           else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end, E',\\n' order by a.attnum) || E'\\n)'
      || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '') || ';' as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and ${isTable} group by c.oid, c.relname order by c.relname`,
  constraints: `select 'alter table ' || c.conrelid::regclass || ' add constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid) || ';' as line
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.connamespace = 'public'::regnamespace and c.contype in ('p','u','f','c') and t.relname <> 'migrations' and not t.relispartition
    order by c.conrelid::regclass::text, c.contype = 'f', c.conname`,
  indexes: `select i.indexdef || ';' as line from pg_indexes i where i.schemaname = 'public' and i.tablename <> 'migrations'
    and not exists (select from pg_constraint c where c.conname = i.indexname)
    and not (select c.relispartition from pg_class c where c.oid = to_regclass(quote_ident(i.tablename))) order by i.indexname`,
  triggers: `select pg_get_triggerdef(t.oid) || ';' as line from pg_trigger t where not t.tgisinternal order by t.tgrelid::regclass::text, t.tgname`,
};

/** The whole schema as readable SQL, in an order that doesn't depend on the migrations' history. */
export async function describeSchema(client: pg.Client): Promise<string> {
  const parts: string[] = [];
  for (const [heading, query] of Object.entries(lines)) {
    const found = await client.query<{ line: string }>(query);
    parts.push(
      `-- ${heading}\n${found.rows.map((row) => row.line.trim()).join(heading === 'tables' || heading === 'functions' ? '\n\n' : '\n')}`,
    );
  }
  parts.push([rightsHeading, ...(await describeRights(client)).map((line) => `${line};`)].join('\n'));
  return `${parts.join('\n\n')}\n`;
}

export async function describeColumns(client: pg.Client): Promise<DatabaseColumn[]> {
  const found = await client.query<DatabaseColumn>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as "notNull",
           case when a.attgenerated <> '' then 'always' when a.atthasdef or a.attidentity <> '' then 'default' else 'no' end as generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and ${isTable}
    order by c.relname, a.attnum`);
  return found.rows;
}

const typeNames: Record<string, string> = {
  xid8: 'string',
  bigint: 'bigint',
  integer: 'number',
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'timestamp with time zone': 'Date',
  jsonb: 'Json',
  'text[]': 'string[]',
  'bigint[]': 'string[]',
  'uuid[]': 'string[]',
  'timestamp with time zone[]': 'Date[]',
};

/** A column with a default or generated value. JSON types have to include this themselves. */
function typeOf(type: string, generated: DatabaseColumn['generated']): string {
  if (generated === 'no') return type;
  if (generated === 'always') return `GeneratedAlways<${type}>`;
  return type === 'Json' ? 'GeneratedJson' : `Generated<${type}>`;
}

/** The columns as the type that Kysely uses. */
export function tablesSource(columns: DatabaseColumn[]): string {
  const tables = Map.groupBy(columns, (column) => column.table);
  const body = [...tables].map(([table, list]) => {
    const fields = list.map((column) => {
      const name = typeNames[column.type];
      if (!name) throw new Error(`${table}.${column.column}: no TypeScript type for ${column.type}`);
      const type = column.notNull ? name : `${name} | null`;
      return `    ${column.column}: ${typeOf(type, column.generated)};`;
    });
    return `  ${table}: {\n${fields.join('\n')}\n  };`;
  });
  return `// Generated by \`npm run gen\` from database/migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
type GeneratedJson = ColumnType<unknown, string | undefined, string>;

export type Tables = {
${body.join('\n')}
};
`;
}
