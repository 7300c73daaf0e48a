import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { slimContract } from './contract.plugin.ts';

/** A page that names a call and imports its form's check later. */
const page = fileURLToPath(new URL('./src/page-with-form.ts', import.meta.url));
const code = `
  import { publishTerms } from '@vitrine/contract/terms.ts';
  export const path = publishTerms.path;
  export const check = () => import('@vitrine/contract/terms.ts').then(({ publishTerms }) => publishTerms.body);
`;

test('a page has its calls without the schemas, and its form’s check loads later with them', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      slimContract(),
      {
        name: 'page',
        resolveId: (id) => (id === page ? id : undefined),
        load: (id) => (id === page ? code : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: page, preserveEntrySignatures: 'strict' } },
  });
  const chunks = 'output' in built ? built.output.filter((part) => part.type === 'chunk') : [];
  const schemasIn = (isEntry: boolean) =>
    chunks
      .filter((chunk) => chunk.isEntry === isEntry)
      .some(({ moduleIds }) => moduleIds.some((id) => id.includes('/node_modules/zod/')));
  expect({ first: schemasIn(true), later: schemasIn(false) }).toEqual({ first: false, later: true });
});

const proving = fileURLToPath(new URL('./src/page-that-proves.ts', import.meta.url));

test('a page knows which proof a call takes', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      slimContract(),
      {
        name: 'page',
        resolveId: (id) => (id === proving ? id : undefined),
        load: (id) =>
          id === proving
            ? "import { inviteStaff } from '@vitrine/contract/team.ts'; export const { proof } = inviteStaff;"
            : undefined,
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: proving, preserveEntrySignatures: 'strict' } },
  });
  const [page] = 'output' in built ? built.output : [];
  const { proof } = await import(`data:text/javascript,${encodeURIComponent(page?.code ?? '')}`);
  expect(proof).toBe('factors');
});

const formatters = fileURLToPath(import.meta.resolve('@vitrine/contract/values/formatters.ts'));

test('code that runs in the contract stays in the build: a formatter is created once', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [slimContract()],
    build: { write: false, minify: false, lib: { entry: formatters, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  const [{ code } = { code: '' }] = built[0]?.output ?? [];
  const { numberFormat } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(numberFormat('en', { style: 'percent' })).toBe(numberFormat('en', { style: 'percent' }));
});
