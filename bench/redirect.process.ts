import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A server in its own process, and its processor time. */
export type ServedProcess = { port: number; origin: string; pid: number; kill(signal: NodeJS.Signals): Promise<void> };

const script = fileURLToPath(new URL('redirect.server.ts', import.meta.url));

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function startProcess(
  role: 'bare' | 'product',
  options: { port?: number; args?: string[] } = {},
): Promise<ServedProcess> {
  const port = options.port ?? (await freePort());
  const child: ChildProcess = spawn(process.execPath, [script, role, String(port), ...(options.args ?? [])], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const ready = once(child, 'message').then(() => true);
  if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error(`the ${role} server did not start`);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

type State = { hits: number; clicks: number; notRecorded: number };

async function stateOf(served: ServedProcess): Promise<State> {
  const answer = await fetch(`${served.origin}/state`);
  const state: State = JSON.parse(await answer.text());
  return state;
}

/** Waits until the server's journal is empty. */
export async function drained(served: ServedProcess, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while ((await stateOf(served)).hits > 0) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

const ticksPerSecond = 100;

type ProcessFigures = { parent: number; own: number; ended: number };

/** Processor seconds of a process, and of those of its children that have ended. */
async function readProcess(pid: number): Promise<ProcessFigures> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent, own: (user + system) / ticksPerSecond, ended: (endedUser + endedSystem) / ticksPerSecond };
}

export async function processorSeconds(pid: number): Promise<number> {
  return (await readProcess(pid)).own;
}

/** A process and everything that it started, including what has ended. */
export async function treeSeconds(root: number): Promise<number> {
  const processes = new Map<number, ProcessFigures>();
  for (const name of await readdir('/proc'))
    if (/^\d+$/.test(name)) processes.set(Number(name), await readProcess(Number(name)));
  const sumOf = (pid: number): number => {
    const { own = 0, ended = 0 } = processes.get(pid) ?? {};
    const children = [...processes].filter(([, { parent }]) => parent === pid);
    return children.reduce((sum, [child]) => sum + sumOf(child), own + ended);
  };
  return sumOf(root);
}

/** Processor seconds that the whole machine was not idle. */
export async function machineSeconds(): Promise<number> {
  const line = (await readFile('/proc/stat', 'utf8')).split('\n', 1)[0] ?? '';
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softIrq) / ticksPerSecond;
}
