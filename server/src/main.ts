import { ConfigError, readConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

async function prepareDemo(server: Parameters<NonNullable<Parameters<typeof startServer>[1]>>[0]): Promise<void> {
  const { loadDemoOnce } = await import('../world/demo.ts');
  await loadDemoOnce(server);
}

function stopOnSignal(running: RunningServer): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    console.log(`Vitrine is stopping (${signal})`);
    running.stop().then(
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

/** Starts the roles that the environment names and prints the address when they are ready. */
export async function main(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const running = await startServer(config, config.demo ? prepareDemo : undefined);
    stopOnSignal(running);
    if (config.demo) {
      const { demoAccounts } = await import('../world/demo.ts');
      console.log(demoAccounts());
    }
    if (!config.databaseUrl)
      console.log(`Embedded database in ${config.dataDir} (for trying out; set DATABASE_URL in production)`);
    console.log(`Vitrine is ready at ${running.url}`);
  } catch (error) {
    if (error instanceof ConfigError) console.error(`Vitrine does not start:\n${error.message}`);
    else console.error(error);
    process.exit(1);
  }
}
