import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mayCall, owners, systemReaders } from './architecture.rules.testing.ts';

// Checks the import rules of ARCHITECTURE.md. `architecture.rules.testing.ts` lists what is allowed; a violation is
// reported as `file → import`.

const source = fileURLToPath(new URL('./src/', import.meta.url));

type File = { path: string; domain: string; text: string; imports: string[] };

async function readSource(): Promise<File[]> {
  const names = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.testing.ts'),
  );
  return Promise.all(
    names.map(async (path) => {
      const text = await readFile(join(source, path), 'utf8');
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((found) => found[1] ?? '');
      return { path, domain: path.split('/')[0] ?? '', text, imports };
    }),
  );
}

function targetOf(file: File, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return relative(source, resolve(dirname(join(source, file.path)), specifier));
}

/** Files that commands start. An entry point reads the environment and passes it to config. */
const isEntry = (file: File) =>
  /^main\.ts$|\/(verify|create-operator)\.ts$|^backup\/(backup|restore)\.ts$/.test(file.path);
const isRoot = (file: File) => !file.path.includes('/');
const files = await readSource();

test('the platform imports no domain', () => {
  const offences = files
    .filter((file) => file.domain === 'platform')
    .flatMap((file) =>
      file.imports.flatMap((specifier) => {
        const target = targetOf(file, specifier);
        const isDomain =
          target !== undefined && target.split('/')[0] !== undefined && (target.split('/')[0] ?? '') in mayCall;
        return isDomain ? [`${file.path} → ${target}`] : [];
      }),
    );
  expect(offences).toEqual([]);
});

test('a domain imports only the domains it may, and never their queries', () => {
  const offences = files
    .filter((file) => file.domain in mayCall)
    .flatMap((file) =>
      file.imports.flatMap((specifier) => {
        const target = targetOf(file, specifier);
        const other = target?.split('/')[0] ?? '';
        if (target === undefined || !(other in mayCall) || other === file.domain) return [];
        const isAllowed = mayCall[file.domain]?.includes(other) && !/\.(queries|views|routes)\.ts$/.test(target);
        return isAllowed ? [] : [`${file.path} → ${target}`];
      }),
    );
  expect(offences).toEqual([]);
});

test('every domain has an entry in the import rules', () => {
  const domains = new Set(
    files.filter((file) => !isRoot(file) && file.domain !== 'platform').map((file) => file.domain),
  );
  expect([...domains].filter((domain) => !(domain in mayCall))).toEqual([]);
});

test('every table has one owner', async () => {
  const tables = [
    ...(await readFile(join(source, 'platform/database/tables.ts'), 'utf8')).matchAll(/^ {2}(\w+): \{/gm),
  ];
  expect(Object.values(owners).flat().toSorted()).toEqual(tables.map((found) => found[1] ?? '').toSorted());
});

/** Deletes what is old from the tables of all domains, by rules that it lists. */
const retention = 'retention';

test('only its owner writes a table', () => {
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
  );
  const writes =
    /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|(?:insert into|delete from|update)\s+(\w+)\s+(?:\(|set|where|as|using)/g;
  const offences = files
    .filter((file) => !isRoot(file))
    .flatMap((file) =>
      [...file.text.matchAll(writes)].flatMap((found) => {
        const table = found[1] ?? found[2] ?? '';
        const owner = ownerOf.get(table);
        return owner !== undefined && owner !== file.domain && file.domain !== retention
          ? [`${file.path} writes ${table}, which is ${owner}'s`]
          : [];
      }),
    );
  expect(offences).toEqual([]);
});

test('only the listed files use the system role', () => {
  const offences = files.filter(
    (file) =>
      /role: 'system'/.test(file.text) &&
      !systemReaders.includes(file.path) &&
      file.path !== 'platform/database/database.ts',
  );
  expect(offences.map((file) => file.path)).toEqual([]);
});

test('only config reads the environment, and only the clock reads the time', () => {
  const environment = files
    .filter((file) => /process\.env/.test(file.text) && !isEntry(file))
    .map((file) => `${file.path} reads process.env`);
  const time = files
    .filter((file) => /new Date\(\)|Math\.random\(/.test(file.text) && file.path !== 'platform/clock.ts')
    .map((file) => `${file.path} reads time or chance`);
  expect([...environment, ...time]).toEqual([]);
});

test('the redirect code uses no jobs, no events and no query builder', () => {
  const offences = files
    .filter((file) => file.path === 'redirector/redirect.lane.ts' || file.path === 'journal/journal.ts')
    .flatMap((file) =>
      file.imports
        .filter((specifier) => /jobs|events|kysely|database|^pg$/.test(specifier))
        .map((specifier) => `${file.path} → ${specifier}`),
    );
  expect(offences).toEqual([]);
});

/** They read short texts, or texts that a schema has looked at. */
const laterReaders = [
  'values/email.ts',
  'values/handle.ts',
  'values/slug.ts',
  'values/shown-addresses.ts',
  'merchants/name.skeletons.ts',
];

test('only what counted the accents of a text composes it', async () => {
  const offences: string[] = [];
  for (const folder of ['contract/src', 'server/src', 'web/src']) {
    const root = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
    for (const path of await readdir(root, { recursive: true })) {
      if (!/\.tsx?$/.test(path) || /\.(test|testing)\.tsx?$/.test(path)) continue;
      if (['values/accents.ts', ...laterReaders].includes(path)) continue;
      if (/\.normalize\(/.test(await readFile(`${root}${path}`, 'utf8'))) offences.push(`${folder}/${path}`);
    }
  }
  expect(offences).toEqual([]);
});
