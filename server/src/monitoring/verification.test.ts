import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { verifyDaily, type Verifiers } from './verification.jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => world[Symbol.asyncDispose]());

const dayMs = 86_400_000;
beforeEach(() => {
  world.clock.set(new Date(world.clock.now().getTime() + 2 * dayMs));
});

/** Verifiers that only count how often they are asked. */
function counting(agrees = true): Verifiers & { asked: string[] } {
  const asked: string[] = [];
  const verify = (kind: string) => async () => {
    asked.push(kind);
    return { agrees, finding: `what the ${kind} verifier found` };
  };
  return { asked, ledger: verify('ledger'), clicks: verify('clicks') };
}

async function stored() {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('verifications').select(['kind', 'agrees', 'finding']).orderBy('day').orderBy('kind').execute(),
  );
}

async function mailed(): Promise<{ recipient: string; subject: string; text: string }[]> {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('mails')
      .select(['recipient', 'subject', 'text'])
      .where('kind', '=', 'verification_failed')
      .where('created_at', '>=', world.clock.now())
      .execute(),
  );
}

describe('the daily verification', () => {
  test('compares the ledger and the click counts once a day', async () => {
    const verifiers = counting();
    await verifyDaily(world.ctx, verifiers);
    await verifyDaily(world.ctx, verifiers);
    expect(verifiers.asked).toEqual(['ledger', 'clicks']);

    world.clock.set(new Date(world.clock.now().getTime() + dayMs));
    await verifyDaily(world.ctx, verifiers);
    expect(verifiers.asked).toEqual(['ledger', 'clicks', 'ledger', 'clicks']);
  });

  test('is done by one of several nodes that start it at once', async () => {
    const verifiers = counting();
    await Promise.all(Array.from({ length: 8 }, () => verifyDaily(world.ctx, verifiers)));
    expect(verifiers.asked.toSorted()).toEqual(['clicks', 'ledger']);
  });

  test('is done by another node if the first one died, an hour later', async () => {
    const dies: Verifiers = {
      ...counting(),
      ledger: async () => {
        throw new Error('killed');
      },
    };
    await expect(verifyDaily(world.ctx, dies)).rejects.toThrow('killed');
    const verifiers = counting();
    await verifyDaily(world.ctx, verifiers);
    expect(verifiers.asked).toEqual(['clicks']);

    world.clock.set(new Date(world.clock.now().getTime() + 61 * 60_000));
    await verifyDaily(world.ctx, verifiers);
    expect(verifiers.asked).toEqual(['clicks', 'ledger']);
  });

  test('sends nothing if everything agrees', async () => {
    await verifyDaily(world.ctx);
    expect((await stored()).slice(-2)).toMatchObject([
      { kind: 'clicks', agrees: true },
      { kind: 'ledger', agrees: true },
    ]);
    expect(await mailed()).toEqual([]);
  });

  test('emails each operator the first difference', async () => {
    await verifyDaily(world.ctx, { ...counting(), ledger: counting(false).ledger });
    const mails = await mailed();
    expect(mails.map(({ recipient }) => recipient)).toEqual(['operator@vitrine.test']);
    expect(mails[0]?.subject).toBe('The daily check of the ledger found a difference');
    expect(mails[0]?.text).toContain('what the ledger verifier found');
    expect(mails[0]?.text).toContain('npm run ledger:verify');
  });

  test('finds a click count that was changed in the database', async () => {
    const owner = new pg.Client({ connectionString: world.ctx.database.url });
    await owner.connect();
    await owner.query('set role vitrine_redirect');
    const { rowCount } =
      await owner.query(`insert into link_totals (merchant_id, link_id, creator_id, merchant_account_id, hits, clicks)
      select merchant_id, id, creator_id, merchant_account_id, 7, 7 from links limit 1
      on conflict (link_id) do update set clicks = link_totals.clicks + 7`);
    expect(rowCount).toBe(1);
    await owner.end();
    await verifyDaily(world.ctx);
    expect((await stored()).slice(-2)).toMatchObject([
      { kind: 'clicks', agrees: false },
      { kind: 'ledger', agrees: true },
    ]);
    expect((await mailed())[0]?.text).toContain('npm run clicks:verify');
  });
});
