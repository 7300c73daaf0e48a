import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takePrograms } from '../../server/production/guide.testing.ts';
import { copySources, lendPackages, repository } from '../../server/production/sources.testing.ts';
import { newSigningSecret, signedHeaders } from '../../server/src/webhooks/webhooks.secrets.ts';
import { demoApiKey } from '../../server/world/people.ts';
import { openWorld, type World } from '../../server/world/world.ts';

// Follows docs/shops/sdk.md word for word in a folder with a copy of these sources and a new shop: the package is built
// and installed by the guide's commands, and its programs import what was installed.

const [install = '', report = '', reportPrints, webhook = '', list = '', listPrints] = takePrograms('sdk', 6);

let world: World;
let shop: string;
let environment: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sdk-'));
  shop = join(folder, 'shop');
  await copySources(join(folder, 'vitrine'));
  await lendPackages(join(folder, 'vitrine'));
  await mkdir(shop);
  await writeFile(join(shop, 'package.json'), JSON.stringify({ type: 'module' }));
  environment = {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: folder,
    VITRINE: `http://127.0.0.1:${port}`,
    KEY: demoApiKey,
    // The package has no dependencies, so npm needs no network.
    npm_config_offline: 'true',
  };
  await promisify(execFile)('bash', ['-euc', install], { cwd: folder, env: environment });
}, 240_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(dirname(shop), { recursive: true });
});

/** Runs a program in the shop, with Node. */
async function run(program: string, more: Record<string, string> = {}): Promise<string> {
  const file = join(shop, 'program.ts');
  await writeFile(file, program);
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    cwd: shop,
    env: { ...environment, ...more },
  });
  return stdout;
}

/** Compiles programs as a strict shop would. Returns what the compiler finds. */
async function compile(programs: readonly string[]): Promise<string> {
  const files = await Promise.all(
    programs.map(async (program, index) => {
      const file = join(shop, `typed-${index}.ts`);
      await writeFile(file, program);
      return file;
    }),
  );
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const types = ['--typeRoots', join(repository, 'node_modules/@types')];
  const check = promisify(execFile)(process.execPath, [compiler, ...options, ...types, ...files], { cwd: shop });
  const { stdout } = await check.catch((failure: { stdout: string }) => failure);
  return stdout;
}

test('the programs that report an order and read the list print what the guide says', async () => {
  expect(await run(report)).toBe(reportPrints);
  expect(await run(list)).toBe(listPrints);
});

test('the package has a README and a license', async () => {
  const folder = join(shop, 'node_modules/@vitrine/sdk');
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'vitrine.d.ts', 'vitrine.js']));
  expect(await readFile(join(folder, 'README.md'), 'utf8')).not.toContain('](..');
});

test('the route handler takes a signed event, and refuses another one', async () => {
  const secret = newSigningSecret();
  const data = { order_id: '1042', net: { amount: '720', currency: 'USD' } };
  const body = JSON.stringify({ type: 'commission.changed', timestamp: new Date().toISOString(), data });
  const headers = signedHeaders([secret], { id: 'evt_1', at: new Date(), body });
  await writeFile(join(shop, 'webhook.ts'), webhook);
  const printed = await run(
    `import { POST } from './webhook.ts';
    const { body, headers } = JSON.parse(process.env.REQUEST ?? '');
    const deliver = (text: string) => POST(new Request('https://shop.example/', { method: 'POST', headers, body: text }));
    console.log((await deliver(body)).status);
    const refused = await deliver(body.replace('720', '999'));
    console.log(refused.status, await refused.text());`,
    { WEBHOOK_SECRET: secret, REQUEST: JSON.stringify({ body, headers }) },
  );
  expect(printed).toBe('evt_1 1042 720\n204\n401 {"code":"invalid_signature"}\n');
});

test('the programs of guide and README are correct for the compiler, with the types of the package', async () => {
  const readme = await readFile(join(repository, 'sdk/README.md'), 'utf8');
  const [, example = ''] = /^```ts\n([^]*?)^```$/m.exec(readme) ?? [];
  expect(example).toContain('new Vitrine(');
  expect(await compile([report, webhook, list, example])).toBe('');
}, 240_000);
