import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { listSources } from '../sources.testing.ts';

// A part of the app may take 120 seconds in all, however often it is asked for. That needs every part to be loaded by
// loadChunk, by a function that is the same each time.

const folder = fileURLToPath(new URL('../', import.meta.url));
const loading = ['loadChunk', 'loadPart'];
/** They ask once for what they are given, so it may be a function that is written there. */
const askingOnce = ['lazy', 'checkedBy'];

/** Parts of a source that are loaded without a limit, or by another function each time. */
function faultsIn(file: string, source: string): string[] {
  const faults: string[] = [];
  const within: string[] = [];
  const used = new Set<string>();
  let depth = 0;
  const nameOf = ({ callee }: ESTree.CallExpression) => (callee.type === 'Identifier' ? callee.name : '');
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  const line = ({ start }: { start: number }) => source.slice(0, start).split('\n').length;
  /** `const load = () => import(…)` outside every function, or a function there that imports several parts. */
  const loaders = new Map<string, ESTree.Node>();
  let loader: string | undefined;
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (depth === 0 && id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') loader = id.name;
    },
    'VariableDeclarator:exit': ({ id }) => {
      if (id.type === 'Identifier' && id.name === loader) loader = undefined;
    },
    FunctionDeclaration: (node) => {
      if (depth === 0) loader = node.id?.name;
      enter();
    },
    'FunctionDeclaration:exit': (node) => {
      leave();
      if (node.id?.name === loader) loader = undefined;
    },
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression: (node) => {
      const name = nameOf(node);
      within.push(name);
      if (!loading.includes(name)) return;
      const load = node.arguments.at(-1);
      if (load?.type === 'Identifier') used.add(load.name);
      else if (!within.some((each) => askingOnce.includes(each)))
        faults.push(`${file}:${line(node)} loads by a function that is another one each time`);
    },
    'CallExpression:exit': () => void within.pop(),
    ImportExpression: (node) => {
      if (within.some((each) => loading.includes(each) || each === 'checkedBy')) return;
      if (loader !== undefined) loaders.set(loader, node);
      else faults.push(`${file}:${line(node)} imports without loadChunk`);
    },
  }).visit(parseSync(file, source).program);
  for (const [name, node] of loaders)
    if (!used.has(name)) faults.push(`${file}:${line(node)} imports without loadChunk`);
  return faults;
}

test('§121: every part of the app is loaded by loadChunk, by the same function each time (S13)', () => {
  expect(listSources().flatMap((file) => faultsIn(file, readFileSync(`${folder}${file}`, 'utf8')))).toEqual([]);
});

test.each([
  ["const load = () => import('./a.ts'); const open = () => loadChunk(load);", 0],
  ["const A = lazy(() => loadPart('brand', () => import('./a.tsx')).then((part) => part));", 0],
  ["const check = checkedBy(() => import('./a.ts').then((part) => part.body));", 0],
  ["const open = () => loadChunk(() => import('./a.ts'));", 1],
  ["async function open() { await loadChunk(() => import('./a.ts')); }", 1],
  ["const A = lazy(() => import('./a.tsx'));", 1],
  ["async function open() { await import('./a.ts'); }", 1],
])('%s has %i faults', (source, count) => {
  expect(faultsIn('some.tsx', source)).toHaveLength(count);
});
