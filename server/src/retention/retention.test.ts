import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAuditLog } from '@vitrine/contract/operators.ts';
import { openWorld, type World } from '../../world/world.ts';
import { deleteOldData } from './retention.jobs.ts';
import { retentionRules } from './retention.rules.ts';
import { silent } from '../redirector.testing.ts';
import { insertAged } from './retention.testing.ts';

const dayMs = 86_400_000;

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world[Symbol.asyncDispose]();
});

async function query<Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> {
  return (await owner.query<Row>(text, parameters)).rows;
}

const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * dayMs);
const lastRun = async () =>
  (
    await query<{ outcome: string; note: string; deleted: object }>(
      'select * from retention_runs order by day desc limit 1',
    )
  )[0];

/** As on the next day: the run of today is forgotten. */
async function runAgain(): Promise<void> {
  await owner.query('delete from retention_runs');
  await deleteOldData({ ...world.ctx, log: silent });
}

describe('each rule', () => {
  test.each(retentionRules)('$table: rows older than $setting go, younger ones stay', async (rule) => {
    const keep = world.ctx.config.retention[rule.setting];
    const ages = rule.table === 'product_import_rows' ? [] : [keep + 1, keep - 1];
    for (const age of ages) await insertAged(owner, rule.table, daysAgo(age));
    if (rule.table === 'product_import_rows')
      for (const [place, age] of [keep + 1, keep - 1].entries()) {
        const id = `'00000000-0000-7000-8000-00000000000${place}'::uuid`;
        await insertAged(owner, 'product_imports', daysAgo(age), { id, merchant_id: id });
        await insertAged(owner, rule.table, daysAgo(age), { import_id: id, merchant_id: id, line: '77' });
      }
    const name = rule.clear ? `${rule.table} (content)` : rule.table;
    const count = async () => (await query(`select 1 from ${rule.table}`)).length;
    const before = await count();
    await runAgain();
    expect(await lastRun()).toMatchObject({ outcome: 'complete', deleted: { [name]: 1 } });
    expect(await count()).toBe(rule.clear ? before : before - 1);
    await runAgain();
    expect(Object.keys((await lastRun())?.deleted ?? {})).not.toContain(name);
  });

  test('clears the text of an old email and keeps that it was sent; one that waits keeps its text', async () => {
    await insertAged(owner, 'mails', daysAgo(200), { recipient: "'old@example.test'" });
    await insertAged(owner, 'mails', daysAgo(200), { recipient: "'waits@example.test'", sent_at: 'null' });
    await runAgain();
    const mails = await query(
      `select recipient, text = '' as empty, html = '' as page, sealed is null as secret, sent_at is not null as sent, subject <> '' as subject
       from mails where recipient in ('old@example.test', 'waits@example.test') order by 1`,
    );
    expect(mails).toEqual([
      { recipient: 'old@example.test', empty: true, page: true, secret: true, sent: true, subject: true },
      { recipient: 'waits@example.test', empty: false, page: false, secret: false, sent: false, subject: true },
    ]);
  });

  test('keeps an old session in which an operator viewed an account, for the account’s security log', async () => {
    await insertAged(owner, 'sessions', daysAgo(900), {
      kind: "'impersonation'",
      mode: "'view'",
      device: "'seen'",
      parent_id: 'gen_random_uuid()',
      impersonator_id: 'gen_random_uuid()',
    });
    await runAgain();
    expect(await query("select 1 from sessions where device = 'seen'")).toHaveLength(1);
  });

  test('deletes any number of rows', async () => {
    for (let n = 0; n < 3; n += 1) await insertAged(owner, 'events', daysAgo(60));
    await owner.query(
      `insert into events (at, kind, audience_user) select $1, 'many', gen_random_uuid() from generate_series(1, 2500)`,
      [daysAgo(60)],
    );
    await owner.query(
      `insert into events (at, kind, audience_user) select $1, 'young', gen_random_uuid() from generate_series(1, 1500)`,
      [daysAgo(3)],
    );
    await runAgain();
    expect(await lastRun()).toMatchObject({ deleted: { events: 2503 } });
    expect(await query("select 1 from events where kind = 'young'")).toHaveLength(1500);
  });
});

describe('the audit log', () => {
  const record = (at: Date, details: object = {}) =>
    owner.query(`select record_audit($1, null, null, null, 'test.done', 'test', 'x', $2, '')`, [at, details]);

  test('loses its oldest entries, and its chain is still verified from where it now begins', async () => {
    await owner.query(
      "set session_replication_role = 'replica'; delete from audit_entries; reset session_replication_role",
    );
    for (const years of [9, 8, 7.5, 3, 1]) await record(daysAgo(years * 365));
    await runAgain();
    expect(await lastRun()).toMatchObject({ outcome: 'complete', deleted: { audit_entries: 3 } });
    const operator = await world.signIn('operator@vitrine.test');
    const { data } = await operator.call(checkAuditLog);
    expect(data).toMatchObject({ broken_at: null });
    const before = data.entries;

    await record(world.clock.now());
    expect((await operator.call(checkAuditLog)).data).toMatchObject({ broken_at: null, entries: before + 1 });
    await owner.query(
      "set session_replication_role = 'replica'; delete from audit_entries where seq = (select min(seq) from audit_entries); reset session_replication_role",
    );
    expect((await operator.call(checkAuditLog)).data.broken_at, 'the first entry was taken out by hand').not.toBeNull();
  });

  test('stays verified when entries go that an erasure emptied, and others that it emptied stay', async () => {
    await owner.query(
      "set session_replication_role = 'replica'; delete from audit_entries; reset session_replication_role",
    );
    await owner.query('delete from audit_start');
    for (const years of [8, 3]) await record(daysAgo(years * 365), { name: 'Ava' });
    const emptied = 'array(select seq from audit_entries)';
    await owner.query(
      `select record_audit($1, null, null, null, 'account.erased', 'user', 'x', jsonb_build_object('redacted', redact_audit(${emptied})), '')`,
      [daysAgo(1)],
    );
    await runAgain();
    expect(await lastRun()).toMatchObject({ outcome: 'complete', deleted: { audit_entries: 1 } });
    expect(await query('select details from audit_entries where redacted')).toEqual([{ details: {} }]);
    const operator = await world.signIn('operator@vitrine.test');
    expect((await operator.call(checkAuditLog)).data).toMatchObject({ broken_at: null });
  });

  test('can’t be shortened in another way', async () => {
    await record(daysAgo(1));
    for (const statement of [
      "set local role vitrine_system; set local app.forgets_audit = 'on'; delete from audit_entries",
      'delete from audit_entries',
      "set local app.forgets_audit = 'on'; update audit_entries set action = 'x'",
      'set local role vitrine_system; select forget_audit(now(), 10)',
    ]) {
      await owner.query('begin');
      await expect(owner.query(statement), statement).rejects.toThrow(/append-only|permission denied|at least/);
      await owner.query('rollback');
    }
  });
});

describe('a run', () => {
  test('is done once a day, and again on the next', async () => {
    await runAgain();
    const [first] = await query('select * from retention_runs');
    await deleteOldData({ ...world.ctx, log: silent });
    expect(await query('select * from retention_runs')).toEqual([first]);
    await owner.query('update retention_runs set day = day - 1');
    await deleteOldData({ ...world.ctx, log: silent });
    expect(await query('select * from retention_runs')).toHaveLength(2);
  });

  test('is done by one of several nodes that start it at once', async () => {
    await owner.query('delete from retention_runs');
    await Promise.all(Array.from({ length: 6 }, () => deleteOldData({ ...world.ctx, log: silent })));
    expect(await query('select outcome from retention_runs')).toEqual([{ outcome: 'complete' }]);
  });

  test('that fails at one table deletes from the others, says why, and is repeated', async () => {
    await insertAged(owner, 'events', daysAgo(60));
    await insertAged(owner, 'known_devices', daysAgo(600));
    await owner.query('create rule held as on delete to events do instead select 1/0');
    await runAgain();
    expect(await lastRun()).toMatchObject({
      outcome: 'partial',
      note: expect.stringMatching(/^events: /),
      deleted: { known_devices: 1 },
    });
    await owner.query('drop rule held on events');
    await deleteOldData({ ...world.ctx, log: silent });
    expect(await lastRun()).toMatchObject({ outcome: 'partial' });
    await owner.query("update retention_runs set ended_at = ended_at - interval '16 minutes'");
    await deleteOldData({ ...world.ctx, log: silent });
    expect(await lastRun()).toMatchObject({ outcome: 'complete', deleted: { known_devices: 1, events: 1 } });
  });

  test('goes by the database’s clock if the node’s clock runs ahead', async () => {
    await insertAged(owner, 'events', daysAgo(3), { kind: "'recent'" });
    const now = world.clock.now();
    world.clock.set(new Date(now.getTime() + 400 * dayMs));
    await runAgain();
    world.clock.set(now);
    expect(await query("select 1 from events where kind = 'recent'")).toHaveLength(1);
  });
});
