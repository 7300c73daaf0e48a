import { publishAnnouncementDraft } from '@vitrine/contract/announcements.drafts.ts';
import { getMerchantList } from '@vitrine/contract/conversations.ts';
import pg from 'pg';
import { addGroup, startDraft } from '../server/src/announcements/drafts.testing.ts';
import type { Client } from '../server/world/client.ts';
import startCluster from '../server/world/cluster.ts';
import { granted } from '../server/world/shelves.ts';
import { openWorld, type World } from '../server/world/world.ts';
import type { BenchFigure } from './figure.ts';
import { milliseconds } from './overview.ts';
import { quantileOf } from './quantile.ts';

// An announcement to the 20,000 creators of a group: how long publishing it takes, compared with one to a group of one
// creator, and how long a creator waits for the counts of what is unread.

const creators = 20_000;
const goalMs = 300;
const merchant = 'glow-lab';

const addCreatorsText = `
  with made as (
    insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
    select gen_random_uuid(), 'mass' || n, 'mass' || n, 'mass' || n, 'creator', 'mass' || n || '@creators.test', 'Mass ' || n, 'mass' || n, 100, $3
    from generate_series(1, $4::int) n returning id),
  joined as (
    insert into merchant_accounts (merchant_id, id, creator_id, joined_at)
    select $1, gen_random_uuid(), id, $3 from made returning id, creator_id)
  insert into group_moves (merchant_id, merchant_account_id, creator_id, id, group_id, effective_at, created_at)
  select $1, id, creator_id, gen_random_uuid(), $2, $3, $3 from joined`;

async function addCreators(world: World, group: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.ctx.database.url });
  await client.connect();
  try {
    await client.query(addCreatorsText, [world.people.merchants.glow, group, world.clock.now(), creators]);
    await client.query('analyze users, merchant_accounts, group_moves');
  } finally {
    await client.end();
  }
}

/** Milliseconds of publishing a draft to a group, each time another one. */
async function timePublishing(owner: Client, group: string, times: number, readers: number): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const draft = await startDraft(owner, merchant, {
      title: `News ${round}`,
      audience: { kind: 'groups', group_ids: [group] },
    });
    const call = { params: { merchant, draft_id: draft.id }, body: { revision: draft.revision } };
    measured.push(
      await milliseconds(async () => {
        const published = granted(await owner.call(publishAnnouncementDraft, call));
        if (published.readers !== readers) throw new Error(`it went to ${published.readers} of ${readers} creators`);
      }),
    );
  }
  return measured.slice(1);
}

export async function measureAnnouncements({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using undo = new AsyncDisposableStack();
  undo.defer(await startCluster());
  const world = undo.use(await openWorld());
  const { merchants, accounts } = world.people;
  const owner = await world.signIn('brand@glow.test');
  const creator = await world.signIn('ava@creators.test');
  const few = await addGroup(world, merchants.glow, 'Few', [accounts.avaGlow]);
  const times = quick ? 6 : 31;
  const toFew = await timePublishing(owner, few, times, 1);
  const many = await addGroup(world, merchants.glow, 'Many', []);
  await addCreators(world, many);
  const toMany = await timePublishing(owner, many, times, creators);
  const counting: number[] = [];
  for (let round = 0; round < times; round += 1)
    counting.push(await milliseconds(async () => granted(await creator.call(getMerchantList))));
  const [p99, usual, counted] = [quantileOf(toMany, 0.99), quantileOf(toFew, 0.99), quantileOf(counting, 0.99)];
  return [
    {
      name: `an announcement to ${creators} creators is published, p99`,
      value: `${p99.toFixed(0)} ms`,
      yardstick: `${usual.toFixed(0)} ms to one`,
      ratio: (p99 / usual).toFixed(2),
      goal: `≤ ${goalMs} ms`,
      holds: p99 <= goalMs,
    },
    {
      name: '  what a creator has not read is counted, p99',
      value: `${counted.toFixed(0)} ms`,
      yardstick: '',
      ratio: '',
      goal: `≤ ${goalMs} ms`,
      holds: counted <= goalMs,
    },
  ];
}
