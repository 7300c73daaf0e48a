import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './node.mjs';

// Checks the documents against the code as far as possible: the paths in them exist, every recipe is listed, and the
// stories of ARCHITECTURE.md follow the code's imports.

const documents = ['*.md', 'docs/**/*.md', 'examples/*.md'];
const folders = ['contract', 'server', 'web', 'e2e', 'database', 'bench', 'run', 'snippet', 'sdk', 'examples', 'docs'];

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** Paths in backticks, relative to the root of the repository. Patterns and placeholders are skipped. */
function pathsIn(text) {
  return [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\/?)`/g)]
    .map(([, path]) => path)
    .filter((path) => path.includes('/') && folders.includes(path.split('/')[0]));
}

function linksIn(text, document) {
  return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path]) => normalize(join(dirname(document), path)));
}

/** The files of this repository that a file imports, also dynamically. */
function importsOf(path) {
  const { module } = parseSync(path, read(path));
  const lazy = module.dynamicImports.map(({ moduleRequest }) =>
    read(path).slice(moduleRequest.start + 1, moduleRequest.end - 1),
  );
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...lazy,
  ]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(path), specifier)));
}

/** Steps of a story: `1. \`file\`, where \`text\`: …` for its entry, then `2. \`file\` …`; `⇢` marks a step without an import. */
function storiesIn(text) {
  return text
    .split(/^## /m)
    .filter((section) => /^[^\n]*, followed\n/.test(section))
    .map((section) => ({
      name: section.split('\n')[0],
      steps: [...section.matchAll(/^\d+\. (⇢ )?`([^`]+)`(?:, where `([^`]+)`)?/gm)].map(([, jump, file, entry]) => ({
        file,
        isImported: jump === undefined,
        entry,
      })),
    }));
}

function faultsOfStory({ name, steps }) {
  const [first, ...rest] = steps;
  if (!first?.entry) return [`ARCHITECTURE.md: "${name}" does not say where the code enters`];
  const missing = steps.filter(({ file }) => !existsSync(join(root, file)));
  if (missing.length > 0)
    return missing.map(({ file }) => `ARCHITECTURE.md: "${name}" names ${file}, which does not exist`);
  const faults = read(first.file).includes(first.entry)
    ? []
    : [`ARCHITECTURE.md: "${name}" enters at ${first.file}, which does not contain ${first.entry}`];
  const before = [first.file];
  for (const { file, isImported } of rest) {
    if (isImported && !before.some((path) => importsOf(path).includes(file)))
      faults.push(`ARCHITECTURE.md: "${name}" goes on to ${file}, which no earlier step imports`);
    before.push(file);
  }
  return faults;
}

export function judgeDocuments() {
  const files = documents.flatMap((pattern) => globSync(pattern, { cwd: root }));
  const dead = files.flatMap((document) => {
    const text = read(document);
    return [...pathsIn(text), ...linksIn(text, document)]
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${document} names ${path}, which does not exist`);
  });
  const map = read('ARCHITECTURE.md');
  const unlisted = globSync('docs/how-to/*.md', { cwd: root })
    .filter((recipe) => !linksIn(map, 'ARCHITECTURE.md').includes(recipe))
    .map((recipe) => `ARCHITECTURE.md doesn't list ${recipe} under Recipes`);
  return [...new Set(dead), ...unlisted, ...storiesIn(map).flatMap(faultsOfStory)];
}
