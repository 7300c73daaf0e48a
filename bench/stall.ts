import { join } from 'node:path';
import { hashPassword } from '../server/src/passwords/password.ts';
import { largePicture } from '../server/src/pictures/pictures.testing.ts';
import type { Figure } from './figure.ts';
import { openNode } from './nodes.ts';
import { load, shoppers } from './redirect.load.ts';
import { pause } from './redirect.shopper.ts';
import { openStage, type Stage } from './redirect.stage.ts';

// Shoppers while people upload the largest pictures that are allowed and a crowd signs in: quiet, busy, quiet, busy on
// the same server, within seconds, so that both have the same machine.

const links = 2_000;
const connections = 32;
const uploadsAtOnce = 20;
const loginsAtOnce = 50;
const password = 'bench-bench-bench';
const emailOf = (person: number) => `c${person + 1}@bench.test`;
const settleMs = 3_000;

type Tally = Map<string, number>;

async function signIn(origin: string, person: number): Promise<Response> {
  return fetch(`${origin}/api/v1/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: emailOf(person), password }),
  });
}

async function tokenOf(origin: string, person: number): Promise<string> {
  const { data }: { data: { token: string } } = JSON.parse(await (await signIn(origin, person)).text());
  return data.token;
}

/** Somebody for each upload: one person has a share of the queue only. */
async function tokensOf(origin: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let person = 0; person < uploadsAtOnce; person += 1) tokens.push(await tokenOf(origin, person));
  return tokens;
}

function upload(origin: string, token: string, picture: Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(`${origin}/api/v1/pictures?purpose=message`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/png', Authorization: `Bearer ${token}` },
    body: picture,
  });
}

/** All at once, and again as soon as the last of them was answered, until it is told to end. */
function startRush(origin: string, tokens: readonly string[], picture: Uint8Array<ArrayBuffer>) {
  const tally: Tally = new Map();
  const count = async (what: string, sent: Promise<Response>): Promise<void> => {
    const answer = await sent;
    await answer.arrayBuffer();
    const line = `${what} ${answer.status}`;
    tally.set(line, (tally.get(line) ?? 0) + 1);
  };
  let isOver = false;
  const rush = async (): Promise<void> => {
    while (!isOver) {
      await Promise.all([
        ...tokens.map((token) => count('upload', upload(origin, token, picture))),
        ...Array.from({ length: loginsAtOnce }, (_, person) => count('login', signIn(origin, person))),
      ]);
    }
  };
  const rushing = rush();
  return {
    tally,
    async stop() {
      isOver = true;
      await rushing;
    },
  };
}

async function giveCredentials(stage: Stage): Promise<void> {
  await stage.query(
    `insert into credentials (user_id, password_hash, changed_at) select id, $2, now() from users where email = any($1)`,
    [Array.from({ length: loginsAtOnce }, (_, person) => emailOf(person)), await hashPassword(password)],
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

export async function measureStall({ quick }: { quick: boolean }): Promise<Figure[]> {
  await using stage = await openStage(links);
  await giveCredentials(stage);
  const picture = new Uint8Array(await largePicture());
  const node = await openNode(1, stage.url, join(stage.folder, 'node'));
  const people = shoppers(links);
  const runs = { quiet: [] as number[], busy: [] as number[] };
  const tally: Tally = new Map();
  let errors = 0;
  try {
    await node.start();
    const origin = node.url;
    const tokens = await tokensOf(origin);
    await pause(settleMs);
    const measure = (seconds: number) => load({ origin, connections, seconds, shoppers: people });
    await measure(2);
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      const quiet = await measure(5);
      const rush = startRush(origin, tokens, picture);
      const busy = await measure(5);
      await rush.stop();
      runs.quiet.push(quiet.p99);
      runs.busy.push(busy.p99);
      errors += quiet.errors + busy.errors;
      for (const [line, times] of rush.tally) tally.set(line, (tally.get(line) ?? 0) + times);
    }
  } finally {
    await node.kill();
  }
  const ratio = median(runs.busy.map((value, round) => value / (runs.quiet[round] ?? Number.NaN)));
  const failures = [...tally.keys()].filter((line) => !/ (200|201|503)$/.test(line));
  return [
    {
      name: `redirect p99 under ${uploadsAtOnce} uploads of 40 megapixels and ${loginsAtOnce} logins at once`,
      value: `${median(runs.busy).toFixed(1)} ms`,
      yardstick: `without them ${median(runs.quiet).toFixed(1)} ms`,
      ratio: ratio.toFixed(2),
      goal: '≤ 2',
      holds: ratio <= 2,
    },
    {
      name: '  answers that were no redirect',
      value: String(errors),
      yardstick: '',
      ratio: '',
      goal: '0',
      holds: errors === 0,
    },
    {
      name: '  uploads and logins, answered 2xx or 503',
      value: [...tally].map(([line, times]) => `${line}: ${times}`).join(', '),
      yardstick: '',
      ratio: '',
      goal: 'no other',
      holds: failures.length === 0 && tally.has('upload 201') && tally.has('login 200'),
    },
  ];
}
