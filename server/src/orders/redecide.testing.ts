import { createUser } from '../passwords/passwords.service.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { asOwner } from '../ledger/ledger.testing.ts';
import { verifyLedger } from '../ledger/ledger.verify.ts';
import { receiveOrder } from '@vitrine/contract/orders.ts';
import { correctHits } from '../drain/flood.queries.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { newId } from '../platform/ids.ts';
import { demoApiKey, demoPassword } from '../../world/people.ts';
import { openWorld, type World } from '../../world/world.ts';
import { makeHit, orderOf } from './orders.testing.ts';

// Clicks that reach the database late: two creators of one brand, a shopper's browser, and a journal that was away.

export type Who = 'ava' | 'kim';
export type LateClick = { of: Who; at: Date; hitId: string; browser: string; class?: string; visitor?: string };

export type RedecisionScene = {
  world: World;
  kim: { merchantAccountId: string; creatorId: string };
  /** A click that happened and is still in a journal. */
  click(of: Who, at: Date, browser?: string): LateClick;
  /** The journal comes back, and these hits are stored. */
  arrive(...clicks: readonly LateClick[]): Promise<void>;
  /** Reclassifies a stored hit, as the drain does when it finds a flood. */
  class(click: LateClick, as: 'human' | 'flood'): Promise<void>;
  order(orderId: string, named: LateClick | undefined, codes?: string[]): Promise<string | undefined>;
  /** The commissions of an order by creator, after all reversals; zeroes are left out. */
  earned(orderId: string): Promise<{ who: Who; net: bigint; held: string | null }[]>;
  balances(): Promise<Record<string, bigint>>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openLateScene(): Promise<RedecisionScene> {
  const world = await openWorld();
  world.clock.advance(40 * 86_400_000);
  const creatorId = await createUser(world.ctx, {
    email: 'kim@creators.test',
    password: demoPassword,
    role: 'creator',
    handle: 'kim',
    displayName: 'Kim Aoki',
  });
  const kim = {
    creatorId,
    merchantAccountId: await openMerchantAccount(world.ctx, world.people.merchants.glow, creatorId),
  };
  const accounts: Record<Who, string> = { ava: world.people.accounts.avaGlow, kim: kim.merchantAccountId };
  const whoOf = (account: string): Who => (account === kim.merchantAccountId ? 'kim' : 'ava');
  return {
    world,
    kim,
    click: (of, at, browser = 'a shopper') => ({ of, at, hitId: newId(at), browser }),
    arrive: async (...clicks) => {
      for (const { of, ...hit } of clicks) await makeHit(world, { merchantAccountId: accounts[of] }, hit);
    },
    class: ({ hitId: id }, as) =>
      asOwner(world.ctx.database.url, async (client) => {
        await client.query('set role vitrine_redirect');
        await correctHits(client, [{ id, class: as, reason: 'test' }]);
      }),
    order: async (orderId, named, codes = []) => {
      const clickId = named ? { click_id: clickOfUuid(named.hitId) } : {};
      const body = orderOf(world, orderId, { ...clickId, discount_codes: codes });
      return (await world.shop(demoApiKey).call(receiveOrder, { body })).data.decision?.outcome;
    },
    earned: (orderId) =>
      asOwner(world.ctx.database.url, async (client) => {
        await client.query('set role vitrine_system');
        const { rows } = await client.query<{ account: string; net: string; held_reason: string | null }>(
          `select merchant_account_id as account, sum(amount - reversed) as net, max(held_reason) as held_reason from commissions
           where order_id = $1 group by 1 having sum(amount - reversed) <> 0 order by 1`,
          [orderId],
        );
        return rows.map((row) => ({ who: whoOf(row.account), net: BigInt(row.net), held: row.held_reason }));
      }),
    balances: () =>
      asOwner(world.ctx.database.url, async (client) => {
        await client.query('set role vitrine_system');
        const { rows } = await client.query<{ account: string; kind: string; balance: string }>(
          `select merchant_account_id as account, kind, balance from ledger_accounts where kind <> 'merchant' and balance <> 0`,
        );
        return Object.fromEntries(rows.map((row) => [`${whoOf(row.account)} ${row.kind}`, BigInt(row.balance)]));
      }),
    [Symbol.asyncDispose]: async () => {
      const verdict = await verifyLedger(world.ctx.database.url);
      await world[Symbol.asyncDispose]();
      if (!verdict.agrees) throw new Error(`${verdict.about}: ${verdict.found}`);
    },
  };
}
