import { fileURLToPath } from 'node:url';
import { parseSync, type Rolldown } from 'vite';
import { catalogFile } from './src/locales/catalogs.ts';
import { frames, type PortalPage } from './src/page.ts';
import { pages } from './src/pages.ts';
import { creatorPages } from './src/pages.creator.ts';
import { openPages } from './src/pages.open.ts';

// A page of a hundred small files needs a hundred requests, of which a browser makes six at a time. So the app's start
// is one file; the frame with the code that the first pages share is another; and the texts of both are a third in each
// language. Code shared by the pages of one area gets a file of that area, code shared across areas gets one for them.
// The rest stays in the page's own file, because on a slow line every byte for another page delays the first paint.

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

const start = source('main.tsx');
const login = [frames.login.code, openPages.login.code].map(source);
const frame = source(frames.creator.code);
const overview = source(creatorPages.overview.code);
/** The page where a creator starts, and continues from there. */
const firstPages = pages.filter(({ early }) => early);
/** Pages that a creator switches between. Consoles and login pages share nothing worth fetching early. */
const creatorsPages: readonly PortalPage[] = [...Object.values(creatorPages), openPages.staticPage];
/** Pages whose texts are in one catalog belong to one area. */
const areaOf = ({ texts, path }: PortalPage) => texts ?? path;
/** Our own code and small libraries; large ones are loaded with the page that needs them. */
const sharedCode = /\/(web|contract)\/src\/|\/node_modules\/(d3-array|@mantine\/hooks)\//;
const firstTexts = (['entry', ...frames.creator.texts] as const).map((part) => `${catalogFile(part)}.po`);
const catalog = /\/locales\/(\w+)\/([\w.]+)$/;

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];
type Needed = { modules: Set<string>; icons: Set<string> };

/** A page needs the icons it imports and the code that draws them, and no schemas (contract.plugin.ts). */
const picked = /\/node_modules\/(@tabler\/icons-react|zod)\//;
/** The files of calls import values for their schemas, which are left out of the build. */
const ofCalls = /\/contract\/src\/[\w.-]+\.ts$/;
const ofValues = /\/contract\/src\/values\//;
const iconFile = /\/@tabler\/icons-react\/.*\/icons\/(Icon\w+)\.m?js$/;
const iconBase = /\/@tabler\/icons-react\/.*\/(createReactComponent|defaultAttributes)\.m?js$/;

/** The icons that a module imports by name. The library is one module, so the module graph doesn't show this. */
function iconsIn(id: string, code: string): string[] {
  const imports = parseSync(id, code).module.staticImports;
  const ofIcons = imports.filter(({ moduleRequest }) => moduleRequest.value === '@tabler/icons-react');
  return ofIcons.flatMap(({ entries }) =>
    entries.flatMap(({ importName, isType }) => (isType ? [] : (importName.name ?? []))),
  );
}

function neededBy(pages: readonly string[], graph: Graph): Needed {
  const modules = new Set<string>();
  const icons = new Set<string>();
  const waiting = [...pages];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (modules.has(id) || picked.test(id)) continue;
    modules.add(id);
    const info = graph.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []).filter((imported) => !ofCalls.test(id) || !ofValues.test(imported)));
    if (id.includes('/web/src/') && info?.code) for (const icon of iconsIn(id, info.code)) icons.add(icon);
  }
  return { modules, icons };
}

/** Our own code and icons that more than one page needs. */
function sharedBy(each: readonly Needed[]): Needed {
  const isShared = (has: (needed: Needed) => boolean) => each.filter(has).length > 1;
  const pick = (kind: keyof Needed) =>
    new Set(each.flatMap((needed) => [...needed[kind]]).filter((id) => isShared((needed) => needed[kind].has(id))));
  return { modules: new Set([...pick('modules')].filter((id) => sharedCode.test(id))), icons: pick('icons') };
}

/** Names the file of a module; the modules that start the app keep their own. */
export function fileOf(): Rolldown.CodeSplittingNameFunction {
  let files: (Needed & { name: string })[] | undefined;
  return (id, graph) => {
    files ??= filesOf(graph);
    const [, language, texts = ''] = catalog.exec(id) ?? [];
    if (firstTexts.includes(texts)) return language === 'en' ? 'texts' : `${language}-texts`;
    if (iconBase.test(id)) return 'base';
    const icon = iconFile.exec(id)?.[1];
    return files.find(({ modules, icons }) => modules.has(id) || (icon !== undefined && icons.has(icon)))?.name;
  };
}

function filesOf(graph: Graph): (Needed & { name: string })[] {
  const need = (...modules: string[]) => neededBy(modules, graph);
  const needOf = (page: PortalPage) => need(source(page.code));
  const all = creatorsPages.map(({ code }) => source(code));
  const areas = Map.groupBy(creatorsPages, areaOf);
  return [
    { name: 'base', ...need(start) },
    { name: 'base', ...sharedBy([need(...login), need(frame, ...all)]) },
    { name: 'frame', ...need(frame) },
    { name: 'frame', ...sharedBy(firstPages.map(needOf)) },
    { name: 'frame', ...sharedBy([need(overview), need(...all.filter((page) => page !== overview))]) },
    ...[...areas].map(([area, within]) => ({ name: `${area}.pages`, ...sharedBy(within.map(needOf)) })),
    { name: 'pages', ...sharedBy(creatorsPages.map(needOf)) },
    { name: 'login', ...need(...login) },
  ];
}
