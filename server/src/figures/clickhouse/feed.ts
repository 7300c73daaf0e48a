import type pg from 'pg';
import type { FigureEngine } from './engine.ts';
import { fedColumns, type FedKind, sourceTables, tableOf } from './engine.tables.ts';

// Sends what the feed lists: each row as it is now, with a version that only grows. Doing it twice changes nothing, and a
// request that ClickHouse carries out late has an older version.

/** One feeder at a time, so that a later version never has older content. */
const feedLock = 7_305_131;
const rowsAtOnce = 20_000;
const changesAtOnce = 500;

function instantText(at: string): string {
  return `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;
}

type Change = {
  seq: string;
  kind: FedKind;
  ids: string[] | null;
  from_id: string | null;
  before_id: string | null;
  accounts: string[] | null;
  instants: string[] | null;
};

/** Sends some of the feed in one transaction; false if there is nothing left, or another node feeds. */
export async function feedOnce(owner: pg.Client, engine: Pick<FigureEngine, 'insert'>, name: string): Promise<boolean> {
  await owner.query('begin');
  try {
    const fed = (await takeTurn(owner)) && (await feedNext(owner, engine, name));
    await owner.query('commit');
    return fed;
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function takeTurn(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${feedLock}) as mine`);
  // Row-level security binds the owner too; only the system role sees the rows of all brands.
  await owner.query('set local role vitrine_system');
  return rows[0]?.mine === true;
}

/** Changes before months: there are few, and they keep recent figures from being settled. */
async function feedNext(owner: pg.Client, engine: Pick<FigureEngine, 'insert'>, name: string): Promise<boolean> {
  const { rows } = await owner.query<Change>(
    `select seq, kind, ids, from_id, before_id, accounts,
      (select array_agg(${instantText('i')} order by place) from unnest(instants) with ordinality u (i, place)) as instants
    from figure_feed order by ids is null, seq limit $1`,
    [changesAtOnce],
  );
  const [first] = rows;
  if (!first) {
    await owner.query('update figure_engine set fed_at = clock_timestamp()');
    return false;
  }
  if (first.ids === null) await feedMonth(owner, engine, name, first);
  else
    await feedChanges(owner, engine, name, within(rows.filter(({ ids, kind }) => ids !== null && kind === first.kind)));
  return true;
}

/** At least one change, and no more than fit into one request. */
function within(changes: readonly Change[]): Change[] {
  let count = 0;
  return changes.filter(({ ids }, index) => {
    count += ids?.length ?? 0;
    return index === 0 || count <= rowsAtOnce;
  });
}

async function feedChanges(
  owner: pg.Client,
  engine: Pick<FigureEngine, 'insert'>,
  name: string,
  changes: readonly Change[],
): Promise<void> {
  const kind = changes[0]?.kind ?? 'hits';
  const version = await nextVersion(owner);
  const ids = changes.flatMap((change) => (change.accounts === null ? (change.ids ?? []) : []));
  const present = await readRows(owner, kind, 'id = any($1::uuid[])', [ids]);
  const gone = changes.flatMap(removedRows);
  await engine.insert(tableOf(name, kind), [
    ...present.map((row) => ({ ...row, version, gone: 0 })),
    ...gone.map((row) => ({ ...row, version, gone: 1 })),
  ]);
  await owner.query('delete from figure_feed where seq = any($1::bigint[])', [changes.map(({ seq }) => seq)]);
}

function removedRows({ ids, accounts, instants }: Change): object[] {
  return (accounts ?? []).map((account, index) => ({ id: ids?.[index], account, at: instants?.[index] }));
}

/** A page of a month; the feed then starts after it. */
async function feedMonth(
  owner: pg.Client,
  engine: Pick<FigureEngine, 'insert'>,
  name: string,
  month: Change,
): Promise<void> {
  const version = await nextVersion(owner);
  const rows = await readRows(owner, month.kind, 'id >= $1 and id < $2', [month.from_id, month.before_id], rowsAtOnce);
  if (rows.length > 0)
    await engine.insert(
      tableOf(name, month.kind),
      rows.map((row) => ({ ...row, version, gone: 0 })),
    );
  const last = rows.at(-1);
  if (!last || rows.length < rowsAtOnce) await owner.query('delete from figure_feed where seq = $1', [month.seq]);
  // The last row is sent twice, which does no harm.
  else await owner.query('update figure_feed set from_id = $2 where seq = $1', [month.seq, last.id]);
}

async function nextVersion(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ version: string }>(`select nextval('figure_versions')::text as version`);
  return rows[0]?.version ?? '0';
}

async function readRows(
  owner: pg.Client,
  kind: FedKind,
  where: string,
  values: readonly unknown[],
  most?: number,
): Promise<{ id: string }[]> {
  const columns = Object.entries(fedColumns[kind]).map(([column, { source }]) =>
    column === 'at' ? `${instantText('at')} as at` : `${source} as ${column}`,
  );
  const page = most === undefined ? '' : `order by id limit ${most}`;
  const { rows } = await owner.query<{ id: string }>(
    `select ${columns.join(', ')} from ${sourceTables[kind]} where ${where} ${page}`,
    [...values],
  );
  return rows;
}
