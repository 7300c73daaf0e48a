import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { slimContract } from './contract.plugin.ts';

const formatters = fileURLToPath(import.meta.resolve('@vitrine/contract/values/formatters.ts'));

test('what the contract does when it is called stays in the build: a formatter is made once and kept', async () => {
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
