import { existsSync, globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'vite';

// Reads the sources for tests, by their syntax.

const folder = fileURLToPath(new URL('./', import.meta.url));

export type Source = {
  /** Whether it contains texts to translate. */
  hasTexts: boolean;
  /** Whether it makes a text without the macros. Such a text is in no catalog. */
  hasRawTexts: boolean;
  /** The sources that it imports, now or later. */
  imports: string[];
  /** The sources that it loads together with a catalog (`loadPart`). */
  parts: { texts: string; file: string }[];
};

const known = new Map<string, Source>();
const macros = ['@lingui/core/macro', '@lingui/react/macro'];

/** A source below web/src. */
export function readSource(file: string): Source {
  const source = known.get(file) ?? parse(file);
  known.set(file, source);
  return source;
}

/** All sources below web/src, without tests. */
export function listSources(): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !/\.(?:test|testing)\.tsx?$|\.d\.ts$/.test(file));
}

/** What an arrow function imports. */
function importedBy(load: ESTree.Argument | ESTree.Expression | null | undefined): string | undefined {
  const body = load?.type === 'ArrowFunctionExpression' ? load.body : undefined;
  return body?.type === 'ImportExpression' && body.source.type === 'Literal' ? String(body.source.value) : undefined;
}

function parse(file: string): Source {
  const { program, module } = parseSync(file, readFileSync(resolve(folder, file), 'utf8'));
  const parts: Source['parts'] = [];
  const later: string[] = [];
  let hasRawTexts = false;
  const loaders = new Map<string, string>();
  new Visitor({
    ObjectExpression({ properties }) {
      const names = properties.flatMap((each) =>
        each.type === 'Property' && each.key.type === 'Identifier' ? [each.key.name] : [],
      );
      hasRawTexts ||= names.includes('id') && names.includes('message');
    },
    VariableDeclarator({ id, init }) {
      const code = importedBy(init);
      if (id.type === 'Identifier' && code !== undefined) loaders.set(id.name, code);
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal') later.push(String(source.value));
    },
    CallExpression({ callee, arguments: [texts, load] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'loadPart' || texts?.type !== 'Literal') return;
      const code = load?.type === 'Identifier' ? loaders.get(load.name) : importedBy(load);
      if (code === undefined) throw new Error(`${file}: loadPart takes a catalog and an arrow function that imports`);
      parts.push({ texts: String(texts.value), file: code });
    },
  }).visit(program);
  const now = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some((one) => !one.isType));
  const names = now.map(({ moduleRequest }) => moduleRequest.value);
  const target = (name: string) => relative(folder, resolve(folder, file, '..', name));
  const isSource = (name: string) => /^\..*\.tsx?$/.test(name) && existsSync(resolve(folder, target(name)));
  return {
    hasTexts: names.some((name) => macros.includes(name)),
    hasRawTexts,
    imports: [...names, ...later.filter((name) => parts.every((part) => part.file !== name))]
      .filter(isSource)
      .map(target),
    parts: parts.map((part) => ({ ...part, file: target(part.file) })),
  };
}
