import { type NodePath, type PluginObj, transformAsync, types } from '@babel/core';
import type { Plugin } from 'vite';

// The browser only needs a call's method, path and proof; the server checks a response before it sends it. So the rest of an
// endpoint record is left out of the build, and with it the schemas and their library. Form checks are imported on
// demand, `import('@vitrine/contract/links.ts')`, from a second copy of the contract's files with their bodies, so that
// no page waits for them.

const kept = new Set(['method', 'path', 'takes', 'gives', 'proof']);
const contractFile = /\/contract\/src\/[\w/.-]+\.ts(\?form)?$/;
const ofForms = '?form';

/**
 * Inlines what several records share (`...shared`): a spread could have side effects, so the build would keep every
 * schema that has one, even if no endpoint uses it.
 */
function spreadOut(
  entry: types.ObjectExpression['properties'][number],
  { scope }: NodePath,
): types.ObjectExpression['properties'] {
  if (!types.isSpreadElement(entry) || !types.isIdentifier(entry.argument)) return [entry];
  const binding = scope.getBinding(entry.argument.name)?.path.node;
  const value = types.isVariableDeclarator(binding) ? binding.init : undefined;
  const shared = types.isTSAsExpression(value) || types.isTSSatisfiesExpression(value) ? value.expression : value;
  return types.isObjectExpression(shared) ? shared.properties.map((property) => types.cloneNode(property)) : [entry];
}

function slimmed(keepsBody: boolean): PluginObj {
  const isKept = (entry: types.ObjectExpression['properties'][number]) =>
    !types.isObjectProperty(entry) ||
    !types.isIdentifier(entry.key) ||
    kept.has(entry.key.name) ||
    (entry.key.name === 'body' && keepsBody);
  return {
    visitor: {
      CallExpression(path: NodePath<types.CallExpression>) {
        // An unused schema has no side effects, so the build may leave it out. A call inside a function that is itself
        // called does have one.
        if (!path.getFunctionParent()) types.addComment(path.node, 'leading', '#__PURE__');
        const [record] = path.node.arguments;
        if (!types.isObjectExpression(record)) return;
        const entries = record.properties.flatMap((entry) => spreadOut(entry, path));
        const isEndpoint = types.isIdentifier(path.node.callee, { name: 'endpoint' });
        record.properties = isEndpoint ? entries.filter(isKept) : entries;
      },
    },
  };
}

/** Leaves out of the contract's files what the browser doesn't use. */
export function slimContract(): Plugin {
  return {
    name: 'vitrine-slim-contract',
    apply: 'build',
    enforce: 'pre',
    async resolveId(specifier, importer, { kind, ...options }) {
      const isWanted = kind === 'dynamic-import' && specifier.startsWith('@vitrine/contract/');
      const isOfForms = importer?.endsWith(ofForms) && specifier.startsWith('.');
      if (!importer || !(isWanted || isOfForms)) return undefined;
      const file = isOfForms ? importer.slice(0, -ofForms.length) : importer;
      const found = await this.resolve(specifier, file, { ...options, kind, skipSelf: true });
      return found && { ...found, id: `${found.id}${ofForms}` };
    },
    async transform(code, file) {
      if (!contractFile.test(file)) return null;
      const result = await transformAsync(code, {
        filename: file.replace(ofForms, ''),
        configFile: false,
        babelrc: false,
        parserOpts: { plugins: ['typescript'] },
        plugins: [() => slimmed(file.endsWith(ofForms))],
        sourceMaps: true,
      });
      return result?.code ? { code: result.code, map: result.map ?? null } : null;
    },
  };
}
