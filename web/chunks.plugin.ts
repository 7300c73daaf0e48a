import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

// A page of a hundred small files waits for a hundred answers. So what the first visit needs is one file, and what every
// page behind the sign-in needs besides is another; the rest is cut as the pages share it.

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

const together = [
  { name: 'base', pages: ['main.tsx', 'shell/LoginLayout.tsx', 'accounts/login.route.tsx'] },
  { name: 'frame', pages: ['shell/Frame.tsx', 'overview/overview.route.tsx'] },
].map(({ name, pages }) => ({ name, pages: pages.map(source) }));

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** Of the icons a page needs those that it names, and what draws them; of the schemas none (contract.plugin.ts). */
const picked = /\/node_modules\/(@tabler\/icons-react|zod)\//;
const iconFile = /\/@tabler\/icons-react\/.*\/icons\/(Icon\w+)\.m?js$/;
const iconBase = /\/@tabler\/icons-react\/.*\/(createReactComponent|defaultAttributes)\.m?js$/;

function neededBy(pages: readonly string[], graph: Graph): { modules: Set<string>; icons: Set<string> } {
  const modules = new Set<string>();
  const icons = new Set<string>();
  const waiting = [...pages];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (modules.has(id) || picked.test(id)) continue;
    modules.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []));
    if (id.includes('/web/src/')) for (const [icon] of info?.code?.matchAll(/\bIcon\w+/g) ?? []) icons.add(icon);
  }
  return { modules, icons };
}

/** Names the file that a module comes in; a page itself keeps its own. */
export function fileOf(): Rolldown.CodeSplittingNameFunction {
  let files: ({ name: string } & ReturnType<typeof neededBy>)[] | undefined;
  const pages = new Set(together.flatMap((file) => file.pages));
  return (id, graph) => {
    files ??= together.map((file) => ({ name: file.name, ...neededBy(file.pages, graph) }));
    if (pages.has(id)) return null;
    if (iconBase.test(id)) return files[0]?.name;
    const icon = iconFile.exec(id)?.[1];
    return files.find(({ modules, icons }) => modules.has(id) || (icon !== undefined && icons.has(icon)))?.name;
  };
}
