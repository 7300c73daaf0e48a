import pg from 'pg';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { fillSaleFacts } from '../server/src/commissions/commissions.facts.ts';
import { closeBrandCounts } from '../server/src/figures/brand.adding.ts';
import { closeBrandDays } from '../server/src/figures/brand.days.ts';
import { figuresOfHits } from '../server/src/figures/figures.sql.ts';
import { closeMonths } from '../server/src/figures/months.ts';
import { ownHostsOf } from '../server/src/platform/public.address.ts';
import { openRedirectPool } from '../server/src/redirector/redirect.pool.ts';
import { demoApiKey } from '../server/world/people.ts';
import { granted } from '../server/world/shelves.ts';
import type { World } from '../server/world/world.ts';

// One large brand, written by SQL through the same constraints, triggers and posting function as the product's own
// paths. The figures are rolled up from the hits by the statements of the drain.

/** `ofLargest`: the share of the clicks that Ava has. She also has `links` links, and every other creator three. */
export type LargeSize = {
  creators: number;
  links: number;
  hits: number;
  ofLargest: number;
  orders: number;
  messages: number;
};

export const fullSize: LargeSize = {
  creators: 10_000,
  links: 5_000,
  hits: 5_000_000,
  ofLargest: 0.07,
  orders: 100_000,
  messages: 500_000,
};

type Step = { about: string; statement: string; values?: readonly unknown[] };

/** A link, product and placement for each row of `made (merchant_account_id, creator_id, link_id, code, sku)`. */
function placements(made: string): string {
  return `with made as materialized (${made}),
    chosen as (select m.*, p.id as product_id, p.url from made m join products p on p.merchant_id = $1 and p.sku = m.sku),
    new_links as (insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, title, created_at)
      select $1, link_id, merchant_account_id, creator_id, code, url, 'Link ' || code, $2::timestamptz - interval '366 days' from chosen),
    new_totals as (insert into link_totals (merchant_id, merchant_account_id, creator_id, link_id)
      select $1, merchant_account_id, creator_id, link_id from chosen)
    insert into placements (merchant_id, id, merchant_account_id, creator_id, product_id, link_id, position, created_at)
    select $1, gen_random_uuid(), merchant_account_id, creator_id, product_id, link_id,
      100 + row_number() over (partition by merchant_account_id order by code), $2::timestamptz - interval '366 days' from chosen`;
}

type Filling = { world: World; size: LargeSize; usual: unknown[]; all: unknown[] };

/** Creators with their discount codes and invitations. */
function peopleOf({ world, size, usual }: Filling): Step[] {
  return [
    {
      about: 'creators',
      statement: `with made as (insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
          select gen_random_uuid(), 'large' || n, 'large' || n, 'large' || n, 'creator', 'large' || n || '@creators.test', 'Creator ' || n, 'large' || n, 100, $2::timestamptz - n * interval '50 minutes'
          from generate_series(1, ${size.creators}) n returning id, created_at)
        insert into merchant_accounts (merchant_id, id, creator_id, joined_at) select $1, gen_random_uuid(), id, created_at from made`,
      values: usual,
    },
    {
      about: 'discount codes',
      statement: `insert into discount_codes (merchant_id, code, merchant_account_id, creator_id, created_at)
        select a.merchant_id, upper(u.uid), a.id, a.creator_id, a.joined_at from merchant_accounts a join users u on u.id = a.creator_id where u.uid like 'large%'`,
    },
    {
      about: 'invitations',
      statement: `with made as (
          select a.*, u.email, gen_random_uuid() as invitation_id from merchant_accounts a join users u on u.id = a.creator_id where u.uid like 'large%'),
        sent as (insert into invitations (merchant_id, id, code_hash, hint, email, created_by, created_at, expires_at)
          select merchant_id, invitation_id, sha256(email::bytea), 'abcd', email, '${world.people.users.glowStaff}', joined_at - interval '1 day', joined_at + interval '13 days' from made)
        insert into invitation_acceptances (merchant_id, invitation_id, merchant_account_id, accepted_at)
        select merchant_id, invitation_id, id, joined_at from made`,
    },
  ];
}

/** Products, links and placements. */
function shelvesOf({ size, usual, all }: Filling): Step[] {
  return [
    {
      about: 'products',
      statement: `insert into products (merchant_id, id, sku, title, category, url, price, currency, created_at, updated_at)
        select $1, gen_random_uuid(), 'L-' || n, 'Product ' || n, 'Category ' || n % 40, 'https://shop.glowlab.example/p/' || n, 500 + n % 9000, 'USD', $2, $2
        from generate_series(1, ${size.links}) n`,
      values: usual,
    },
    {
      about: 'links of the largest creator',
      statement: placements(
        `select a.id as merchant_account_id, a.creator_id, gen_random_uuid() as link_id, 'ava' || n as code, 'L-' || n as sku
         from merchant_accounts a cross join generate_series(1, ${size.links}) n where a.id = $3`,
      ),
      values: all,
    },
    {
      about: 'links of the others',
      statement: placements(
        `select a.id as merchant_account_id, a.creator_id, gen_random_uuid() as link_id, u.uid || 'x' || n as code,
           'L-' || (1 + abs(hashtext(u.uid || n)) % ${size.links}) as sku
         from users u join merchant_accounts a on a.creator_id = u.id cross join generate_series(1, 3) n where u.uid like 'large%'`,
      ),
      values: usual,
    },
  ];
}

/** Hits over a year. */
function clicksOf({ world, size, all }: Filling): Step[] {
  return [
    {
      about: 'months of hits',
      statement: `select prepare_hits($1::timestamptz - n * interval '20 days') from generate_series(0, 20) n`,
      values: [world.clock.now()],
    },
    {
      about: 'their table',
      statement: `create temporary table large_hits (id uuid, at timestamptz, what double precision, merchant_account_id uuid, creator_id uuid, link_id uuid, user_agent text, referrer_host text, network text)`,
    },
    {
      about: 'clicks of a year',
      // The largest creator has her share; the others follow a power law. More clicks are recent than old.
      statement: `insert into large_hits with numbered as materialized (
          select l.*, l.merchant_account_id = $3 as is_own, (row_number() over (partition by l.merchant_account_id = $3 order by l.id))::integer as place
          from links l where l.merchant_id = $1 and l.code ~ '^(ava|large)[0-9]'),
        wanted as (
          select n < ${size.hits * size.ofLargest} as is_own, random() as what, $2::timestamptz - power(random(), 1.5) * interval '365 days' as at,
            1 + floor(power(random(), 3) * case when n < ${size.hits * size.ofLargest} then ${size.links} else ${size.creators * 3} end)::integer as place
          from generate_series(1, ${size.hits}) n),
        picked as (
          select w.at, w.what, l.merchant_account_id, l.creator_id, l.id as link_id from wanted w join numbered l using (is_own, place))
        select (left(first_hit_id(at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid as id, at, what, merchant_account_id, creator_id, link_id,
          'Mozilla/5.0 (iPhone; CPU iPhone OS 19_' || floor(random() * 6) || ' like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.' || floor(random() * 6) || ' Mobile/15E148 Safari/604.1' as user_agent,
          coalesce((array['l.instagram.com', 'www.tiktok.com', 'www.youtube.com', 'l.facebook.com', 'www.google.com', 'www.pinterest.com', 't.co', 'www.reddit.com'])[1 + floor(random() * 24)::integer],
            'r' || floor(random() * 16) || '.example') as referrer_host, '198.51.' || floor(random() * 250) || '.0/24' as network
        from picked`,
      values: all,
    },
    {
      about: 'what hits have in common',
      statement: `insert into hit_profiles (month, user_agent, language, referrer)
        select distinct date_trunc('month', at at time zone 'UTC')::date, user_agent, 'en-US', 'https://' || referrer_host || '/' from large_hits`,
    },
    {
      about: 'hits',
      statement: `insert into hits (id, at, merchant_id, merchant_account_id, creator_id, link_id, class, reason, counted, rules_version, method, profile, referrer_host, visitor, browser, browser_mark, address,
          country, device, browser_name, system, app, node, address_prefix)
        select h.id, at, $1, merchant_account_id, creator_id, link_id,
          case when what < 0.1 then 'bot' when what < 0.14 then 'duplicate' else 'human' end,
          case when what < 0.1 then 'user_agent' when what < 0.14 then 'window' else '' end, what >= 0.14, 1, 'GET', p.id, referrer_host,
          decode(md5(h.id::text), 'hex'), decode(md5(h.id || 'b'), 'hex'), 'given', decode(left(md5(h.id || 'a'), 16), 'hex'),
          chr(65 + floor(power(random(), 2) * 26)::int) || 'A', (array['phone', 'desktop', 'tablet'])[1 + floor(power(random(), 2) * 3)::int],
          'Safari', 'iOS', '', 'node-1', network
        from large_hits h join hit_profiles p on p.month = date_trunc('month', at at time zone 'UTC')::date and p.user_agent = h.user_agent and p.referrer = 'https://' || referrer_host || '/'
        order by at`,
      values: [world.people.merchants.glow],
    },
  ];
}

/** Orders of some of the hits, decided like the example. */
function salesOf({ world, size }: Filling): Step[] {
  return [
    {
      about: 'sold hits',
      statement: `create table large_sold as
        select h.*, 'L' || row_number() over (order by h.at) as order_id, 1000 + floor(random() * 9000)::bigint as net
        from (select * from hits where counted and merchant_id = '${world.people.merchants.glow}' order by md5(id::text) limit ${size.orders}) h`,
    },
    {
      about: 'orders',
      statement: `insert into orders (merchant_id, order_id, source, currency, placed_at, received_at, body, body_hash, state, decided_at)
        select merchant_id, order_id, 'api', 'USD', at, at, o.body, '\\x00', 'decided', at
        from large_sold, (select body from orders where order_id = 'large-example') o`,
    },
    {
      about: 'order lines',
      statement: `insert into order_lines (merchant_id, order_id, line_id, position, sku, title, quantity, unit_price, net)
        select merchant_id, order_id, '1', 1, 'L-1', 'Product 1', 1, net, net from large_sold`,
    },
    {
      about: 'decisions',
      statement: `insert into decisions (merchant_id, order_id, sequence, outcome, merchant_account_id, terms_version, rules_version, trace, decided_at)
        select s.merchant_id, s.order_id, 1, d.outcome, s.merchant_account_id, d.terms_version, d.rules_version, d.trace, s.at
        from large_sold s, (select * from decisions where order_id = 'large-example') d`,
    },
    {
      about: 'commissions',
      statement: `insert into commissions (merchant_id, id, merchant_account_id, creator_id, order_id, line_id, link_id, hit_id, terms_version, rule_position, base, rate, amount, currency, state, earned_at, matures_at, available_at)
        select s.merchant_id, gen_random_uuid(), s.merchant_account_id, s.creator_id, s.order_id, '1', s.link_id, s.id, c.terms_version, c.rule_position, s.net, 1500, s.net * 15 / 100, 'USD',
          case when s.at > $1::timestamptz - interval '30 days' then 'pending' else 'available' end, s.at, s.at + interval '30 days',
          case when s.at > $1::timestamptz - interval '30 days' then null else s.at + interval '30 days' end
        from large_sold s, (select * from commissions where order_id = 'large-example' limit 1) c`,
      values: [world.clock.now()],
    },
    {
      about: 'accounts of the ledger',
      statement: `insert into ledger_accounts (merchant_id, merchant_account_id, creator_id, currency, kind, last_hash)
        select merchant_id, merchant_account_id, creator_id, 'USD', k, ledger_genesis(merchant_account_id, 'USD', k)
        from (select distinct merchant_id, merchant_account_id, creator_id from large_sold) sold
        cross join unnest(array['current', 'merchant', 'paid', 'pending', 'processing']) k
        on conflict on constraint ledger_accounts_once do nothing`,
    },
    // Postings keep the plans of the first one, which finds so few that it would read whole tables.
    { about: 'statistics', statement: 'analyze ledger_accounts, merchant_accounts' },
    { about: 'plans with indexes', statement: 'set enable_seqscan = off' },
    {
      about: 'ledger',
      statement: `select count(post_transaction(c.merchant_id, c.merchant_account_id, gen_random_uuid(), 'commission:' || c.id, 'commission', c.id::text, c.currency, c.earned_at,
          jsonb_build_array(jsonb_build_object('account', 'pending', 'amount', c.amount), jsonb_build_object('account', 'merchant', 'amount', -c.amount))))
        from (select * from commissions where order_id like 'L%' order by earned_at) c`,
    },
    {
      about: 'ledger of what matured',
      statement: `select count(post_transaction(c.merchant_id, c.merchant_account_id, gen_random_uuid(), 'maturity:' || c.id, 'maturity', c.id::text, c.currency, c.available_at,
          jsonb_build_array(jsonb_build_object('account', 'current', 'amount', c.amount), jsonb_build_object('account', 'pending', 'amount', -c.amount))))
        from (select * from commissions where order_id like 'L%' and state = 'available' order by available_at) c`,
    },
    { about: 'any plans', statement: 'reset enable_seqscan' },
  ];
}

/** Messages, announcements and emails. */
function conversationsOf({ world, size, usual, all }: Filling): Step[] {
  return [
    {
      about: 'messages',
      statement: `with counted as (
          select t.*, case when t.merchant_account_id = $3 then ${Math.ceil(size.messages / 100)} else ${Math.ceil((size.messages * 0.99) / size.creators)} end as many
          from threads t where t.merchant_id = $1 and t.last_seq = 0),
        said as (insert into messages (merchant_id, thread_id, seq, creator_id, side, sender_id, client_id, body, created_at)
          select $1, c.id, n, c.creator_id, case when n % 2 = 0 then 'brand' else 'creator' end,
            case when n % 2 = 0 then '${world.people.users.glowStaff}'::uuid else c.creator_id end, c.id || '-' || n, 'Message ' || n || ' about the new collection and when it ships', $2::timestamptz - (c.many - n) * interval '7 hours'
          from counted c cross join lateral generate_series(1, c.many) n)
        update threads t set last_seq = c.many, last_message_at = $2, creator_read_seq = c.many, brand_read_seq = c.many - (c.many > 3)::integer from counted c where c.id = t.id`,
      values: all,
    },
    {
      about: 'announcements',
      statement: `insert into announcements (merchant_id, id, title, body, author_id, published_at)
        select $1, gen_random_uuid(), 'Announcement ' || n, repeat('News of the brand. ', 20), '${world.people.users.glowStaff}', $2::timestamptz - n * interval '3 days' from generate_series(1, 120) n`,
      values: usual,
    },
    {
      about: 'reads of announcements',
      statement: `insert into announcement_reads (merchant_id, announcement_id, creator_id, read_at)
        select $1, a.id, m.creator_id, a.published_at + interval '1 hour' from announcements a join merchant_accounts m on m.merchant_id = a.merchant_id
        where a.merchant_id = $1 and a.title like 'Announcement %' and abs(hashtext(a.id::text || m.id::text)) % 2 = 0 and m.creator_id in (select id from users where uid like 'large%')
          and a.published_at > $2::timestamptz - interval '200 days'`,
      values: usual,
    },
    {
      about: 'emails',
      statement: `insert into mails (id, recipient, kind, subject, text, html, created_at, sent_at)
        select gen_random_uuid(), 'large' || n % ${size.creators} + 1 || '@creators.test', 'payout_paid', 'Your payout', 'Text', '<p>Text</p>', $1::timestamptz - n * interval '4 minutes', $1::timestamptz - n * interval '4 minutes'
        from generate_series(1, ${size.orders}) n`,
      values: [world.clock.now()],
    },
  ];
}

/** `usual`: `$1` the brand, `$2` now; `all`: also `$3`, Ava's account. */
function steps(world: World, size: LargeSize): Step[] {
  const usual = [world.people.merchants.glow, world.clock.now()];
  const filling = { world, size, usual, all: [...usual, world.people.accounts.avaGlow] };
  return [peopleOf, shelvesOf, clicksOf, salesOf, conversationsOf].flatMap((part) => part(filling));
}

/** An order through the API, whose decision the others copy. */
async function sellExample(world: World): Promise<void> {
  granted(
    await world.shop(demoApiKey).call(receiveOrder, {
      body: {
        order_id: 'large-example',
        currency: 'USD',
        placed_at: world.clock.now().toISOString(),
        discount_codes: ['AVA10'],
        lines: [
          {
            line_id: '1',
            sku: 'serum',
            title: 'Dew Serum',
            quantity: 1,
            unit_price: { amount: '4800', currency: 'USD' },
          },
        ],
      },
    }),
  );
}

/** Counts all hits, a month in each statement, so that none needs much memory. */
async function fillFigures(owner: pg.Client): Promise<void> {
  const months = await owner.query<{ month: Date }>(
    `select distinct date_trunc('month', at, 'UTC') as month from hits order by month`,
  );
  for (const { month } of months.rows)
    await owner.query(
      `with of_month as (select *, 1 as weight from hits where at >= $1 and at < $1::timestamptz + interval '1 month'), ${figuresOfHits('of_month')} select`,
      [month],
    );
}

/** What a running installation has added up. */
async function addUp(world: World): Promise<void> {
  const pool = openRedirectPool(world.ctx.database.url, world.ctx.log);
  const now = world.clock.now();
  try {
    await closeMonths(pool, now);
    await closeBrandDays(pool, now);
    await closeBrandCounts(pool, now, ownHostsOf(world.ctx.config));
    await fillSaleFacts(world.ctx);
  } finally {
    await pool.end();
  }
}

/** Fills Glow Lab of a test world. `progress` hears of each step. */
export async function fillLarge(world: World, size: LargeSize, progress: (line: string) => void): Promise<void> {
  await sellExample(world);
  const owner = new pg.Client({ connectionString: world.ctx.database.url });
  await owner.connect();
  const timed = async (about: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    progress(`${about}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  };
  try {
    await owner.query(`select set_config('app.merchant', $1, false)`, [world.people.merchants.glow]);
    for (const { about, statement, values = [] } of steps(world, size))
      await timed(about, () => owner.query(statement, [...values]));
    await owner.query('drop table large_sold');
    await timed('figures', () => fillFigures(owner));
    await timed('past days and months', () => addUp(world));
    await timed('vacuum', () => owner.query('vacuum analyze'));
  } finally {
    await owner.end();
  }
}
