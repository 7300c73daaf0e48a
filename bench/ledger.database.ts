import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { createUser } from '../server/src/passwords/passwords.service.ts';
import { readConfig } from '../server/src/config.ts';
import type { Context } from '../server/src/context.ts';
import { openMerchantAccount } from '../server/src/creators/creators.service.ts';
import { createMerchant } from '../server/src/merchants/merchants.service.ts';
import { type Clock, systemClock } from '../server/src/platform/clock.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { openNotices } from '../server/src/platform/events/notices.ts';
import { createLog } from '../server/src/platform/log.ts';
import { marksOf } from '../server/src/platform/browser.mark.ts';
import { createSealer } from '../server/src/platform/seal.ts';

export type Bench = { ctx: Context; url: string; dataDir: string; [Symbol.asyncDispose](): Promise<void> };

/** A durable PostgreSQL with the product's schema, configured as by `npm start`, deleted afterwards. */
export async function openBench(
  options: { connections?: number; clock?: Clock; settings?: Record<string, string> } = {},
): Promise<Bench> {
  await using undo = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  undo.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    ...(options.settings ? { settings: options.settings } : {}),
  });
  undo.defer(() => server.stop());
  await migrate(server.url);
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: server.url,
    DEMO: '0',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'error',
  });
  const log = createLog(config.logLevel);
  const database = openDatabase({
    url: server.url,
    log,
    ...(options.connections ? { connections: options.connections } : {}),
  });
  undo.defer(() => database.close());
  const notices = await openNotices({ url: server.url, log });
  undo.defer(() => notices.stop());
  const ctx: Context = {
    config,
    log,
    clock: options.clock ?? systemClock,
    database,
    notices,
    jobs: { soon: async () => undefined },
    sealer: createSealer(config.secretKey),
    browserMarks: marksOf(config),
    metrics: new Registry(),
    files: undefined,
    figures: undefined,
    findClick: async () => undefined,
  };
  const held = undo.move();
  return { ctx, url: server.url, dataDir, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** A brand with this many creators. Returns their merchant accounts. */
export async function openBenchBrand(
  ctx: Context,
  creators: number,
): Promise<{ merchantId: string; accounts: { id: string; creatorId: string }[] }> {
  const merchantId = await createMerchant(ctx, {
    displayName: 'Bench',
    currency: 'USD',
    shopUrl: 'https://bench.example',
  });
  const accounts = [];
  for (let number = 0; number < creators; number += 1) {
    const creatorId = await createUser(ctx, {
      email: `creator-${number}@bench.test`,
      password: 'bench-bench',
      role: 'creator',
      handle: `bench_${number}`,
      displayName: `Creator ${number}`,
    });
    accounts.push({ id: await openMerchantAccount(ctx, merchantId, creatorId), creatorId });
  }
  return { merchantId, accounts };
}
