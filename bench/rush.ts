import { passwordCost } from '../server/src/config.ts';
import { hashPassword } from '../server/src/passwords/password.ts';
import type { BenchStage } from './redirect.stage.ts';

// Users who upload the largest allowed pictures and many who log in, all at once.

export const uploadsAtOnce = 20;
export const loginsAtOnce = 50;
const password = 'bench-bench-bench';
const emailOf = (person: number) => `c${person + 1}@bench.test`;

export type Rush = {
  /** The number of each answer, like `upload 201`; `login broken` if the connection was lost. */
  tally: Map<string, number>;
  /** Paths of the pictures whose upload was answered with 201. */
  pictures: string[];
  stop(): Promise<void>;
};

async function logIn(origin: string, person: number): Promise<Response> {
  return fetch(`${origin}/api/v1/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: emailOf(person), password }),
  });
}

/** Gives every user in the rush a password. */
export async function giveCredentials(stage: BenchStage): Promise<void> {
  await stage.query(
    `insert into credentials (user_id, password_hash, changed_at) select id, $2, now() from users where email = any($1)`,
    [Array.from({ length: loginsAtOnce }, (_, person) => emailOf(person)), await hashPassword(password, passwordCost)],
  );
}

/** A token for each upload, because one user has only a share of the queue. */
export async function tokensOf(origin: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let person = 0; person < uploadsAtOnce; person += 1) {
    const { data }: { data: { token: string } } = JSON.parse(await (await logIn(origin, person)).text());
    tokens.push(data.token);
  }
  return tokens;
}

function upload(origin: string, token: string, picture: Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(`${origin}/api/v1/pictures?purpose=message`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/png', Authorization: `Bearer ${token}` },
    body: picture,
  });
}

/** All at once, and again as soon as the last one was answered, until stopped. */
export function startRush(origin: string, tokens: readonly string[], picture: Uint8Array<ArrayBuffer>): Rush {
  const tally: Rush['tally'] = new Map();
  const pictures: string[] = [];
  const count = async (what: string, sent: Promise<Response>): Promise<void> => {
    let line = `${what} broken`;
    try {
      const answer = await sent;
      const text = await answer.text();
      line = `${what} ${answer.status}`;
      if (what === 'upload' && answer.status === 201) {
        const { data }: { data: { url: string } } = JSON.parse(text);
        pictures.push(data.url);
      }
    } catch {
      // The server was killed meanwhile; the tally counts it.
    }
    tally.set(line, (tally.get(line) ?? 0) + 1);
  };
  let isOver = false;
  const rush = async (): Promise<void> => {
    while (!isOver) {
      await Promise.all([
        ...tokens.map((token) => count('upload', upload(origin, token, picture))),
        ...Array.from({ length: loginsAtOnce }, (_, person) => count('login', logIn(origin, person))),
      ]);
      if (tally.has('login broken')) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const rushing = rush();
  return {
    tally,
    pictures,
    async stop() {
      isOver = true;
      await rushing;
    },
  };
}

export function tallyText(tally: Rush['tally']): string {
  return [...tally].map(([line, times]) => `${line}: ${times}`).join(', ');
}
