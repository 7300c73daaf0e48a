import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ended, firstLine, type RunningScript, startScript } from './scripts.ts';

// A stranger's installation: NODE_ENV=production, an external PostgreSQL with an empty database that belongs to an
// ordinary user, an empty data folder, and no demo.

const secretKey = 'the key that the operator keeps elsewhere, 32+ characters';

type ReceivedMail = { to: string; subject: string; text: string };
export type OwnInstallation = Awaited<ReturnType<typeof openInstallation>>;

/** The servers of server/world end with their input. */
async function hangUp(process: RunningScript): Promise<void> {
  process.child.stdin?.end();
  await ended(process);
}

/** An empty installation at `port`, with a mail server or without. */
export async function openInstallation({ port, withMail }: { port: number; withMail: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-installation-'));
  let postgres = startScript('server/world/postgres.serve.ts', [], {});
  const inbox = withMail ? startScript('server/world/inbox.serve.ts', [], {}) : undefined;
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    NODE_ENV: 'production',
    DEMO: '0',
    DATABASE_URL: await firstLine(postgres, /^postgres/),
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: secretKey,
    PORT: String(port),
    PUBLIC_URL: origin,
    LOG_LEVEL: 'error',
    ...(inbox ? { SMTP_URL: await firstLine(inbox, /^smtp:/) } : {}),
  };
  let server: RunningScript | undefined;
  return {
    origin,
    /** Starts the server; returns what it printed until it was ready. */
    async start(): Promise<string> {
      server = startScript('run/serve.mjs', [], env);
      await firstLine(server, /^Vitrine is ready/);
      return server.lines.join('\n');
    },
    async stop(): Promise<void> {
      server?.child.kill('SIGTERM');
      if (server) await ended(server);
    },
    /** Runs one of the commands that `npm run` offers; returns its output. It must succeed. */
    async command(name: string, ...args: string[]): Promise<string> {
      const command = startScript(`run/${name}.mjs`, args, env);
      const [code] = await once(command.child, 'close');
      expect(code, command.lines.join('\n')).toBe(0);
      return command.lines.join('\n');
    },
    backupFile: join(folder, 'backup.tar.zst'),
    /** The machine is lost. What is left: the backup, the settings, and an empty database elsewhere. */
    async loseMachine(): Promise<void> {
      await hangUp(postgres);
      rmSync(env.DATA_DIR, { recursive: true });
      postgres = startScript('server/world/postgres.serve.ts', [], {});
      env.DATABASE_URL = await firstLine(postgres, /^postgres/);
    },
    /** The newest email to an address, once it has arrived. */
    async mailTo(address: string, subject: RegExp): Promise<string> {
      const newest = () =>
        (inbox?.lines ?? [])
          .filter((line) => line.startsWith('{'))
          .map((line): ReceivedMail => JSON.parse(line))
          .findLast((mail) => mail.to === address && subject.test(mail.subject))?.text ?? '';
      await expect.poll(newest, { timeout: 20_000 }).not.toBe('');
      return newest();
    },
    async close(): Promise<void> {
      await this.stop();
      for (const process of [inbox, postgres]) if (process) await hangUp(process);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
