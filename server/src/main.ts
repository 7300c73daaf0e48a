import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from './config.ts';
import { isForOperator } from './operator.errors.ts';
import { type RunningServer, startServer } from './server.ts';

async function prepareDemo(server: Parameters<NonNullable<Parameters<typeof startServer>[1]>>[0]): Promise<void> {
  const { loadDemoOnce } = await import('../world/demo.ts');
  await loadDemoOnce(server);
}

/** How long a load balancer needs to see that this node is not ready. Ctrl-C doesn't wait for it. */
const graceMs = 1_000;
/** The longest time from the signal to the exit, even if something hangs. Everything acknowledged is already durable. */
const longestMs = 4_700;

type Current = { running: RunningServer | undefined; shops: { url: string; stop(): Promise<void> } | undefined };

async function stopWithin({ running, shops }: Current, signal: NodeJS.Signals): Promise<void> {
  setTimeout(() => {
    console.error('Vitrine did not stop in time; exiting anyway');
    process.exit(0);
  }, longestMs).unref();
  running?.leave();
  if (signal === 'SIGTERM') await pause(graceMs);
  await Promise.all([shops?.stop(), running?.stop()]);
}

/** A signal ends the process: right away during startup, gracefully after that. */
function endOnSignal(current: Current): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    console.log(`Vitrine is stopping (${signal})`);
    if (!current.running) process.exit(0);
    stopWithin(current, signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
}

/** Ignores errors of stdout and stderr, such as a closed pipe or a full disk. */
function outliveOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/** Starts the roles set in the environment and prints the address when they are ready. */
export async function main(): Promise<void> {
  outliveOutput();
  const current: Current = { running: undefined, shops: undefined };
  endOnSignal(current);
  try {
    const config = readConfig(process.env);
    const running = await startServer(config, config.demo ? prepareDemo : undefined);
    current.running = running;
    if (config.demo) {
      const { demoAccounts, startDemoShops } = await import('../world/demo.ts');
      if (config.roles.includes('api')) current.shops = await startDemoShops(running.ctx, running.url);
      console.log(demoAccounts(current.shops));
    }
    if (!config.databaseUrl)
      console.log(
        `Using the embedded database in ${config.dataDir} (for evaluation only; set DATABASE_URL in production)`,
      );
    if (running.setupUrl) console.log(`Create the first operator here (works once, for 24 hours): ${running.setupUrl}`);
    console.log(`Vitrine is ready at ${running.url}`);
  } catch (error) {
    if (isForOperator(error)) console.error(`Vitrine could not start:\n${error.message}`);
    else console.error(error);
    process.exit(1);
  }
}
