import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './redirect.process.ts';

export type BenchBrowser = { port: number; [Symbol.asyncDispose](): Promise<void> };

/** A browser with an empty profile, for any driver. */
export async function openBrowser(): Promise<BenchBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'vitrine-bench-browser-'));
  const port = await freePort();
  const child = spawn(
    process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  let output = '';
  const listens = new Promise<boolean>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('DevTools listening')) resolve(true);
    });
  });
  if (!(await Promise.race([listens, ended.then(() => false)])))
    throw new Error(`the browser did not start: ${output}`);
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

/** One window of a browser, in a context of its own. */
export type BareWindow = {
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The value of an expression in the page. */
  evaluate<Value>(expression: string): Promise<Value>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Opens a window over the browser's own protocol and enables only what is requested. Browser automation libraries
 * listen for script events (`Runtime.enable`). With such a listener, every error created while a file first runs (React
 * keeps some for later) makes the browser read the whole file again to number its lines: a tenth of a second on a phone
 * that no visitor waits for.
 */
export async function openBareWindow(browser: BenchBrowser): Promise<BareWindow> {
  const version = await fetch(`http://127.0.0.1:${browser.port}/json/version`);
  const { webSocketDebuggerUrl }: { webSocketDebuggerUrl: string } = JSON.parse(await version.text());
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the browser does not answer')), { once: true });
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const request = async (method: string, params: Record<string, unknown>, sessionId?: unknown) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    const { result, error } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  const { browserContextId } = await request('Target.createBrowserContext', {});
  const { targetId } = await request('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await request('Target.attachToTarget', { targetId, flatten: true });
  const send: BareWindow['send'] = (method, params = {}) => request(method, params, sessionId);
  return {
    send,
    async evaluate<Value>(expression: string) {
      const answer = await send('Runtime.evaluate', { expression, returnByValue: true });
      const { result, exceptionDetails }: { result?: { value: Value }; exceptionDetails?: { text: string } } = answer;
      if (!result || exceptionDetails) throw new Error(`${expression}: ${exceptionDetails?.text}`);
      return result.value;
    },
    async [Symbol.asyncDispose]() {
      await request('Target.disposeBrowserContext', { browserContextId });
      socket.close();
    },
  };
}
