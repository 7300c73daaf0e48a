import { type NodePath, type PluginObj, transformAsync, types } from '@babel/core';
import type { Plugin } from 'vite';

// The browser sends calls by their method and path; what a call answers was checked by the server before it was sent.
// So the rest of an endpoint record stays out of the build, and with it the schemas and the library that nothing names
// any more. A form that is checked by a call's body names it, `changeLink.body`: it gets the body from a second copy of
// the contract's file, so that the pages without forms do without.

const kept = new Set(['method', 'path', 'takes', 'gives']);
const contractFile = /\/contract\/src\/[\w/.-]+\.ts(\?form)?$/;
const ofForms = '?form';

function slimmed(keepsBody: boolean): PluginObj {
  const isKept = (name: string) => kept.has(name) || (name === 'body' && keepsBody);
  return {
    visitor: {
      CallExpression(path: NodePath<types.CallExpression>) {
        // A schema that is made and not used is nothing: what is built may leave it out.
        types.addComment(path.node, 'leading', '#__PURE__');
        const [record] = path.node.arguments;
        const isEndpoint = types.isIdentifier(path.node.callee, { name: 'endpoint' });
        if (!isEndpoint || !types.isObjectExpression(record)) return;
        record.properties = record.properties.filter(
          (entry) => !types.isObjectProperty(entry) || !types.isIdentifier(entry.key) || isKept(entry.key.name),
        );
      },
    },
  };
}

/** A page's own file, with the bodies that its forms name taken from the copy that has them. */
function withForms(code: string): string | undefined {
  const imports = new Map<string, string>();
  for (const [, names = '', file = ''] of code.matchAll(
    /import \{([^}]*)\} from '(@vitrine\/contract\/[\w-]+\.ts)'/g,
  )) {
    for (const name of names.split(',')) imports.set(name.trim(), file);
  }
  const named = new Set<string>();
  const changed = code.replaceAll(/(?<!typeof )\b(\w+)\.body\b/g, (whole: string, name: string) => {
    if (!imports.has(name)) return whole;
    named.add(name);
    return `${name}OfForm.body`;
  });
  if (named.size === 0) return undefined;
  const lines = [...named].map((name) => `import { ${name} as ${name}OfForm } from '${imports.get(name)}${ofForms}';`);
  return `${lines.join('\n')}\n${changed}`;
}

/** Leaves out of the contract's files what the browser has no use for. */
export function slimContract(): Plugin {
  return {
    name: 'vitrine-slim-contract',
    apply: 'build',
    enforce: 'pre',
    async transform(code, file) {
      if (/\/web\/src\/[\w/.-]+\.tsx?$/.test(file)) {
        const changed = withForms(code);
        return changed === undefined ? null : { code: changed, map: null };
      }
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
