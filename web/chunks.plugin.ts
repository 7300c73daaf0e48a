import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

// A page of a hundred small files waits for a hundred answers, of which a browser asks for six at a time. So what the
// first visit needs, from what starts the app on, is one file; what every page behind the sign-in needs besides, and
// what several of them share, is another; the texts of both are a third in each language. The rest is a page's own.

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

const first = ['main.tsx', 'shell/LoginLayout.tsx', 'accounts/login.route.tsx'].map(source);
const framed = ['shell/Frame.tsx', 'overview/overview.route.tsx'].map(source);
/** What a creator's pages are: consoles, the ways in and drawers share nothing that is worth an early fetch. */
const portalPage = /\/web\/src\/(?!accounts|brand|operator)[\w-]+\/[\w-]+\.route\.tsx$/;
const ownCode = /\/(web|contract)\/src\//;
const firstTexts = /\/locales\/(\w+)\/(entry|portal|overview\.texts)\.po$/;

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];
type Needed = { modules: Set<string>; icons: Set<string> };

/** Of the icons a page needs those that it names, and what draws them; of the schemas none (contract.plugin.ts). */
const picked = /\/node_modules\/(@tabler\/icons-react|zod)\//;
const iconFile = /\/@tabler\/icons-react\/.*\/icons\/(Icon\w+)\.m?js$/;
const iconBase = /\/@tabler\/icons-react\/.*\/(createReactComponent|defaultAttributes)\.m?js$/;

function neededBy(pages: readonly string[], graph: Graph): Needed {
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

function portalPages(graph: Graph): string[] {
  const sitemap = graph.getModuleInfo(source('sitemap.ts'));
  return sitemap?.dynamicallyImportedIds.filter((page) => portalPage.test(page)) ?? [];
}

/** What more than one page needs of our own code, and of the icons. */
function sharedBy(pages: readonly string[], graph: Graph): Needed {
  const each = pages.map((page) => neededBy([page], graph));
  const isShared = (has: (needed: Needed) => boolean) => each.filter(has).length > 1;
  const all = neededBy(pages, graph);
  return {
    modules: new Set([...all.modules].filter((id) => ownCode.test(id) && isShared(({ modules }) => modules.has(id)))),
    icons: new Set([...all.icons].filter((icon) => isShared(({ icons }) => icons.has(icon)))),
  };
}

/** Names the file that a module comes in; what starts the app keeps its own. */
export function fileOf(): Rolldown.CodeSplittingNameFunction {
  let files: (Needed & { name: string })[] | undefined;
  return (id, graph) => {
    files ??= [
      { name: 'base', ...neededBy(first, graph) },
      { name: 'frame', ...neededBy(framed, graph) },
      { name: 'frame', ...sharedBy(portalPages(graph), graph) },
    ];
    const language = firstTexts.exec(id)?.[1];
    if (language) return language === 'en' ? 'texts' : `${language}-texts`;
    if (iconBase.test(id)) return 'base';
    const icon = iconFile.exec(id)?.[1];
    return files.find(({ modules, icons }) => modules.has(id) || (icon !== undefined && icons.has(icon)))?.name;
  };
}
