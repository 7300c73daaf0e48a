import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

// A page of a hundred small files waits for a hundred answers, of which a browser asks for six at a time. So what starts
// the app is one file, what stands around every page behind the sign-in is another with what the pages share that one
// goes to first, and the texts of both are a third in each language. What the pages of one area share is a file of that
// area, what pages of several areas share is one of theirs. The rest is a page's own: on a slow line, whatever the first
// page brings along for another is paid for by its first picture.

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

const start = source('main.tsx');
const login = ['frame/LoginLayout.tsx', 'sessions/login.route.tsx'].map(source);
const frame = source('frame/Frame.tsx');
const overview = source('overview/overview.route.tsx');
/** Where a creator comes in, and goes from there. */
const firstPages = [overview, ...['storefront/products.route.tsx', 'earnings/earnings.route.tsx'].map(source)];
/** What a creator's pages are: consoles, the ways in and drawers share nothing that is worth an early fetch. */
const portalPage = /\/web\/src\/(?!sessions|passwords|invitations|impersonation)([\w-]+)\/[\w-]+\.route\.tsx$/;
/** Links are managed on a tab of the storefront's pages. */
const areaOf = (page: string) => portalPage.exec(page)?.[1]?.replace(/^links$/, 'storefront') ?? '';
/** Our own, and libraries of a few lines; the large ones come with who needs them. */
const sharedCode = /\/(web|contract)\/src\/|\/node_modules\/(d3-array|@mantine\/hooks)\//;
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

/** What more than one of them needs, of our own code and of the icons. */
function sharedBy(each: readonly Needed[]): Needed {
  const isShared = (has: (needed: Needed) => boolean) => each.filter(has).length > 1;
  const pick = (kind: keyof Needed) =>
    new Set(each.flatMap((needed) => [...needed[kind]]).filter((id) => isShared((needed) => needed[kind].has(id))));
  return { modules: new Set([...pick('modules')].filter((id) => sharedCode.test(id))), icons: pick('icons') };
}

/** Names the file that a module comes in; what starts the app keeps its own. */
export function fileOf(): Rolldown.CodeSplittingNameFunction {
  let files: (Needed & { name: string })[] | undefined;
  return (id, graph) => {
    files ??= filesOf(graph);
    const language = firstTexts.exec(id)?.[1];
    if (language) return language === 'en' ? 'texts' : `${language}-texts`;
    if (iconBase.test(id)) return 'base';
    const icon = iconFile.exec(id)?.[1];
    return files.find(({ modules, icons }) => modules.has(id) || (icon !== undefined && icons.has(icon)))?.name;
  };
}

function filesOf(graph: Graph): (Needed & { name: string })[] {
  const need = (...pages: string[]) => neededBy(pages, graph);
  const pages = portalPages(graph);
  const areas = Map.groupBy(pages, areaOf);
  return [
    { name: 'base', ...need(start) },
    { name: 'base', ...sharedBy([need(...login), need(frame, ...pages)]) },
    { name: 'frame', ...need(frame) },
    { name: 'frame', ...sharedBy(firstPages.map((page) => need(page))) },
    { name: 'frame', ...sharedBy([need(overview), need(...pages.filter((page) => page !== overview))]) },
    ...[...areas].map(([area, within]) => ({ name: `${area}.pages`, ...sharedBy(within.map((page) => need(page))) })),
    { name: 'pages', ...sharedBy(pages.map((page) => need(page))) },
    { name: 'login', ...need(...login) },
  ];
}
