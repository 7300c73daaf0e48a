import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { slimContract } from './contract.plugin.ts';

const file = fileURLToPath(new URL('./src/page-of-this-test.ts', import.meta.url));

/** The chunks of a page with this code. */
async function builtPage(code: string): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      slimContract(),
      {
        name: 'page',
        resolveId: (id) => (id === file ? id : undefined),
        load: (id) => (id === file ? code : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: file, preserveEntrySignatures: 'strict' } },
  });
  return 'output' in built ? built.output.filter((part) => part.type === 'chunk') : [];
}

const run = (code = '') => import(`data:text/javascript,${encodeURIComponent(code)}`);

test('a page has its calls without the schemas, and its form’s check loads later with them', async () => {
  const chunks = await builtPage(`
    import { publishTerms } from '@vitrine/contract/terms.ts';
    export const path = publishTerms.path;
    export const check = () => import('@vitrine/contract/terms.ts').then(({ publishTerms }) => publishTerms.body);
  `);
  const schemasIn = (isEntry: boolean) =>
    chunks
      .filter((chunk) => chunk.isEntry === isEntry)
      .some(({ moduleIds }) => moduleIds.some((id) => id.includes('/node_modules/zod/')));
  expect({ first: schemasIn(true), later: schemasIn(false) }).toEqual({ first: false, later: true });
});

test('a page knows which proof a call takes', async () => {
  const [page] = await builtPage(`
    import { inviteStaff } from '@vitrine/contract/team.ts';
    export const { proof } = inviteStaff;
  `);
  expect(await run(page?.code)).toMatchObject({ proof: 'factors' });
});

const formatters = fileURLToPath(import.meta.resolve('@vitrine/contract/values/formatters.ts'));

test('code that runs in the contract stays in the build: a formatter is created once', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [slimContract()],
    build: { write: false, minify: false, lib: { entry: formatters, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  const { numberFormat } = await run(built[0]?.output[0].code);
  expect(numberFormat('en', { style: 'percent' })).toBe(numberFormat('en', { style: 'percent' }));
});
