import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { openWorld, type World } from '../../world/world.ts';
import type { Context } from '../context.ts';
import { clickOfUuid } from '../hits/click-id.ts';
import { decideWaiting } from '../orders/orders.jobs.ts';
import { newId } from '../platform/ids.ts';
import { differencesOf, readBalances, readCommissions } from './histories.compare.testing.ts';
import type { Stall, Telling, Told } from './histories.shop.testing.ts';
import { openStalls } from './histories.stalls.testing.ts';
import { type ShopHistory, lineUp, tell } from './histories.testing.ts';
import { processDeliveries } from './shops.jobs.ts';

// Delivers histories to two nodes, many at once, applies what waits, and compares the end with the model.

const dayMs = 86_400_000;
/** As many histories are delivered at the same time. */
const lanes = 16;
/** Batches are this far apart, so that the fraud rules see one order of each creator. */
const daysBetween = 10;
const mostRounds = 30;

export type Mismatch = { history: ShopHistory; about: string; cents: bigint };
export type Played = { deliveries: number; mismatches: Mismatch[] };

export type Scene = {
  world: World;
  /** The most histories in one batch. */
  size: number;
  play(histories: readonly ShopHistory[]): Promise<Played>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Node = { ctx: Context; app: FastifyInstance };
type Playing = { history: ShopHistory; telling: Telling; told: Told };

/** Stores the clicks of a batch, in one statement. */
async function clickAll(world: World, stalls: readonly Stall[], at: Date): Promise<string[]> {
  const ids = stalls.map(() => newId(at));
  await world.ctx.database.as({ role: 'redirect' }, async (tx) => {
    await sql`select prepare_hits(${at})`.execute(tx);
    await tx
      .insertInto('hits')
      .values(
        stalls.map(({ merchantId, merchantAccountId, creatorId }, place) => ({
          id: ids[place] ?? newId(at),
          at,
          merchant_id: merchantId,
          merchant_account_id: merchantAccountId,
          creator_id: creatorId,
          link_id: newId(at),
          class: 'human',
          reason: 'test',
          counted: true,
          rules_version: 1,
          method: 'GET',
          purpose: '',
          country: '',
          utm: '{}',
          visitor: Buffer.from(ids[place] ?? ''),
          browser: null,
          browser_mark: null,
          node: 'node-1',
        })),
      )
      .execute();
  });
  return ids.map(clickOfUuid);
}

/** Does some work for each item, a few at the same time. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Sends a history, and again what a shop would send again: what had no order yet, and what failed. */
async function deliver(nodes: readonly Node[], world: World, { history, told }: Playing): Promise<number> {
  const failed: ReturnType<typeof lineUp> = [];
  const sent = lineUp(told, history);
  const post = async (each: (typeof sent)[number]): Promise<void> => {
    const { app } = nodes[each.node] ?? world;
    const { statusCode: status, body } = await app.inject(each.delivery.request(world.clock.now()));
    const isFinal = (status >= 200 && status < 300) || status === 409 || (status === 422 && each.delivery.mayBeRefused);
    if (isFinal) return;
    if (status !== 404 && status < 500) throw new Error(`${each.delivery.about} was answered ${status}: ${body}`);
    failed.push(each);
  };
  for (let from = 0; from < sent.length; from += history.atOnce)
    await Promise.all(sent.slice(from, from + history.atOnce).map(post));
  for (let round = 1; failed.length > 0; round += 1) {
    if (round > mostRounds) throw new Error(`${failed[0]?.delivery.about} is still not accepted`);
    for (const each of failed.splice(0)) await post(each);
  }
  return sent.length;
}

/** Applies what waits, as the jobs of both nodes do it, until only what never got its order is left. */
async function settle(nodes: readonly Node[], world: World): Promise<void> {
  for (let round = 1; round <= mostRounds; round += 1) {
    world.clock.advance(round * 15_000);
    const { ctx } = nodes[round % nodes.length] ?? world;
    await decideWaiting(ctx);
    await processDeliveries(ctx);
    const { open } = await ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('webhook_deliveries')
        .select((of) => of.fn.countAll<bigint>().as('open'))
        .where('processed_at', 'is', null)
        .where((where) => where.or([where('waits_for', 'is', null), where('attempts', '>', 0)]))
        .executeTakeFirstOrThrow(),
    );
    if (open === 0n) return;
  }
  throw new Error('some deliveries were never applied');
}

export async function openHistories(size: { brands: number; creators: number }): Promise<Scene> {
  const world = await openWorld();
  const nodes: Node[] = [world, await world.secondNode()];
  const stalls = await openStalls(world.ctx, size);
  let told = 0;
  return {
    world,
    size: stalls.length,
    play: async (histories) => {
      world.clock.advance(daysBetween * dayMs);
      const startAt = new Date(Math.floor(world.clock.now().getTime() / 60_000 - 60) * 60_000);
      const used = stalls.slice(0, histories.length);
      const clicks = await clickAll(world, used, new Date(startAt.getTime() - 600_000));
      const balances = await readBalances(world);
      const playing = used.flatMap((stall, place): Playing[] => {
        const history = histories[place];
        if (!history) return [];
        told += 1;
        const clickId = history.credit === 'click' ? (clicks[place] ?? null) : null;
        const code = history.credit === 'code' ? stall.code : null;
        const telling = { number: told, stall, clickId, code, startAt };
        return [{ history, telling, told: tell(history, telling) }];
      });
      let deliveries = 0;
      await eachOf(playing, async (each) => {
        const sent = await deliver(nodes, world, each);
        deliveries += sent;
      });
      await settle(nodes, world);
      const [commissions, after] = [await readCommissions(world, startAt), await readBalances(world)];
      const mismatches = playing.flatMap(({ history, telling, told: { orders } }) =>
        differencesOf({ orders, stall: telling.stall, commissions, balances, after }).map((difference) => ({
          history,
          ...difference,
        })),
      );
      return { deliveries, mismatches };
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
