import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setUp } from '@vitrine/contract/installation.ts';
import { listAuditEntries } from '@vitrine/contract/operators.ts';
import { login } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { offerSetup } from './setup.service.ts';

const password = 'three quiet windows';
const nobodyYet = `vto_${'a'.repeat(43)}`;
let world: World;

/** A database whose operator can't log in any more counts as one without an operator. */
async function withoutOperator(limits = false): Promise<World> {
  const opened = await openWorld({ limits });
  await opened.ctx.database.as({ role: 'system' }, (tx) =>
    sql`update users set user_status = 50 where role = 'operator'`.execute(tx),
  );
  return opened;
}

beforeEach(async () => {
  world = await withoutOperator();
});
afterEach(() => world[Symbol.asyncDispose]());

async function newCode(): Promise<string> {
  return (await offerSetup(world.ctx)) ?? 'none';
}

function setUpBy(email: string, code: string, given: { name?: string; password?: string } = {}) {
  return world.anonymous.call(setUp, { body: { code, name: 'Olu Adeyemi', email, password, ...given } });
}

async function operators(): Promise<string[]> {
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('email').where('role', '=', 'operator').where('user_status', '=', 100).execute(),
  );
  return rows.map(({ email }) => email);
}

test('a setup code creates the first operator, who is logged in and can log in again', async () => {
  const body = { code: await newCode(), name: 'Olu Adeyemi', email: 'olu@portal.test', password, locale: 'es-MX' };
  const answer = await world.anonymous.call(setUp, { body: { ...body, time_zone: 'Africa/Lagos' } });
  expect(answer.status).toBe(201);
  expect(answer.data.user).toMatchObject({
    role: 'operator',
    display_name: 'Olu Adeyemi',
    locale: 'es',
    time_zone: 'Africa/Lagos',
  });
  expect(granted(await client(world.app, answer.data.token).call(me)).email).toBe('olu@portal.test');
  expect((await world.anonymous.call(login, { body: { email: 'olu@portal.test', password } })).status).toBe(200);
});

test('setting up is in the audit log, about the new operator', async () => {
  const { token } = granted(await setUpBy('olu@portal.test', await newCode()));
  const [entry] = granted(
    await client(world.app, token).call(listAuditEntries, { query: { action: 'installation.set_up' } }),
  );
  expect(entry).toMatchObject({ actor: null, subject: { kind: 'user', name: 'Olu Adeyemi' } });
});

test('the database keeps only the hash of a code', async () => {
  const code = await newCode();
  const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ row: string }>`select setup_codes::text || encode(code_hash, 'escape') as row from setup_codes`.execute(tx),
  );
  expect(rows.rows).toHaveLength(1);
  expect(rows.rows[0]?.row).not.toContain(code.slice(4));
});

describe('of ten who set up at the same moment', () => {
  test('with one code, one succeeds and the others get the message that it was set up just now', async () => {
    const code = await newCode();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => setUpBy(`op${index}@portal.test`, code)),
    );
    const refused = answers.filter(({ status }) => status === 409).map(({ problem }) => problem);
    expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([1, 9]);
    expect(new Set(refused.map((problem) => problem.code))).toEqual(new Set(['setup_done']));
    expect(refused[0]?.message).toContain('just now');
    expect(await operators()).toHaveLength(1);
  });

  test('with a code of each node, one succeeds as well', async () => {
    const codes = [await newCode(), await newCode()];
    const second = await world.secondNode();
    const answers = await Promise.all(
      codes.flatMap((code, node) =>
        Array.from({ length: 5 }, (_, index) =>
          client(node === 0 ? world.app : second.app).call(setUp, {
            body: { code, name: 'Olu Adeyemi', email: `op${node}${index}@portal.test`, password },
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await operators()).toHaveLength(1);
  });
});

describe('a code is refused with the way to a new one', () => {
  async function refusedWith(code: string) {
    const { status, problem } = await setUpBy('late@portal.test', code);
    expect([status, problem.code]).toEqual([410, 'setup_code_dead']);
    expect(problem.message).toContain('restart the server');
    expect(problem.message).toContain('npm run create-operator -- --email <email>');
    return problem.message;
  }

  test('after it was used', async () => {
    const code = await newCode();
    granted(await setUpBy('olu@portal.test', code));
    world.clock.advance(5_000);
    await refusedWith(code);
    expect(await operators()).toEqual(['olu@portal.test']);
  });

  test('after a code of another start was used', async () => {
    const [first, second] = [await newCode(), await newCode()];
    granted(await setUpBy('olu@portal.test', first));
    world.clock.advance(5_000);
    await refusedWith(second);
    expect(await operators()).toEqual(['olu@portal.test']);
  });

  test('after 24 hours, and not before', async () => {
    const code = await newCode();
    world.clock.advance(24 * 3_600_000 - 1);
    const weak = await setUpBy('late@portal.test', code, { password: 'password1' });
    expect(weak.status).toBe(422);
    world.clock.advance(1);
    await refusedWith(code);
  });

  test('if there never was such a code, with the same text', async () => {
    const code = await newCode();
    const unknown = await refusedWith(nobodyYet);
    world.clock.advance(24 * 3_600_000);
    expect(await refusedWith(code)).toBe(unknown);
  });
});

test('the code of an earlier start works until it expires', async () => {
  const first = await newCode();
  world.clock.advance(3_600_000);
  expect(await newCode()).not.toBe(first);
  expect((await setUpBy('olu@portal.test', first)).status).toBe(201);
});

test('a start with an operator makes no code', async () => {
  granted(await setUpBy('olu@portal.test', await newCode()));
  expect(await offerSetup(world.ctx)).toBeUndefined();
});

test.each([
  ['password', { password: 'short' }],
  ['password', { password: 'password1' }],
  ['password', { password: 'Olu Adeyemi' }],
  ['name', { name: ' ' }],
])('a wrong %s is refused on its field, and the code still works', async (field, given) => {
  const code = await newCode();
  const { status, problem } = await setUpBy('olu@portal.test', code, given);
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  expect((await setUpBy('olu@portal.test', code)).status).toBe(201);
});

test('the email of someone with an account is refused on its field', async () => {
  const { status, problem } = await setUpBy('ava@creators.test', await newCode());
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['email']]);
  expect(await operators()).toEqual([]);
});

test('codes that a client guesses count like wrong tokens; after 120 in a minute the right one must wait', async () => {
  await using limited = await withoutOperator(true);
  const code = (await offerSetup(limited.ctx)) ?? '';
  const guess = (given: string) =>
    limited.anonymous.call(setUp, { body: { code: given, name: 'Olu Adeyemi', email: 'olu@portal.test', password } });
  for (let count = 0; count < 120; count += 1) expect((await guess(nobodyYet)).status).toBe(410);
  expect([(await guess(nobodyYet)).status, (await guess(code)).status]).toEqual([429, 429]);
  limited.clock.advance(60_000);
  expect((await guess(code)).status).toBe(201);
});
