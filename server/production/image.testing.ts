import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { loopbackPort } from '../world/ports.ts';
import type { Image } from './dockerfile.testing.ts';

/** A process of the image. `lines` is what it prints until it says that it is ready. */
export type Container = {
  pid: number | undefined;
  origin: string;
  lines: string[];
  /** Runs the image's health check in the container; returns its exit code. */
  probe(): number | null;
  /** Ends it as `docker stop` does; resolves to the exit code, or the signal that ended it. */
  stop(): Promise<number | string>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The image's user, if this process may become it and that user can run this Node; otherwise our own. */
export function userOf({ user }: Image): { uid?: number; gid?: number } {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  const isPossible =
    process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], { uid, gid, cwd: '/' }).status === 0;
  return isPossible ? { uid, gid } : {};
}

/** Starts the image's command, with Node alone: no npm and no git can be found. */
export async function startContainer(image: Image, environment: Record<string, string>): Promise<Container> {
  const port = await loopbackPort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...image.environment, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: origin, ...environment };
  const options = { cwd: image.folder, env, ...userOf(image) };
  const [, ...args] = image.command;
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  );
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Vitrine is ready')) break;
  }
  child.stdout.resume();
  return {
    pid: child.pid,
    origin,
    lines,
    probe: () => spawnSync(process.execPath, image.probe.slice(1), options).status,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
