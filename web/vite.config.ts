import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { fileOf } from './chunks.plugin.ts';
import { slimContract } from './contract.plugin.ts';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const catalogues = { cwd: here };

/**
 * What asks for a page's answers runs before all else; the English texts are needed by the first paint. The page names
 * them, so that nothing waits to find them.
 */
function nameEarly(): Plugin {
  return {
    name: 'vitrine-name-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const first = Object.values(bundle ?? {}).find(
          (part) => part.type === 'chunk' && part.facadeModuleId?.endsWith('/src/early.ts'),
        )?.fileName;
        const texts = Object.values(bundle ?? {}).find(
          (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith('/en/entry.po')),
        )?.fileName;
        return [
          {
            tag: 'script',
            attrs: {
              type: 'module',
              async: true,
              crossorigin: true,
              fetchpriority: 'high',
              src: `/${first ?? 'src/early.ts'}`,
            },
            injectTo: 'head-prepend',
          },
          ...(texts
            ? [
                {
                  tag: 'link',
                  attrs: { rel: 'modulepreload', href: `/${texts}`, crossorigin: true },
                  injectTo: 'head' as const,
                },
              ]
            : []),
        ];
      },
    },
  };
}

/** What runs first waits for no other file, so it carries its own copy of what it shares with the app. */
function copyForEarly(): Plugin {
  const ofEarly = '?early';
  return {
    name: 'vitrine-copy-for-early',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer || !/\/src\/early\.ts$|\?early$/.test(importer) || !/^\..*\.ts$/.test(source)) return undefined;
      const found = await this.resolve(source, importer.replace(ofEarly, ''), { ...options, skipSelf: true });
      return found ? `${found.id}${ofEarly}` : undefined;
    },
  };
}

/** The files of a source's chunk: what it imports before it can run, and its styles. */
function filesOf(source: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const first = chunks.find(({ moduleIds }) => moduleIds.includes(`${here}src/${source}`));
  const found = new Set<string>();
  const waiting = first ? [first] : [];
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    found.add(chunk.fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next && !found.has(name)) waiting.push(next);
    }
  }
  return [...found];
}

/**
 * Which files each page of the sitemap needs, as `ahead.json`: the server names them in the page, so that a browser
 * fetches them all at once and not one after the other as it learns of them.
 */
function namePagesAhead(): Plugin {
  return {
    name: 'vitrine-name-pages-ahead',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const sitemap = await readFile(`${here}src/sitemap.ts`, 'utf8');
      const pages = sitemap.split('createRoute({').flatMap((text) => {
        const [route = ''] = text.split('\n\n', 1);
        const path = /path: '([^']+)'/.exec(route)?.[1];
        if (path === undefined || !route.includes('import(')) return [];
        const isFramed = route.includes('=> frame,');
        const sources = [...route.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, source]) => source ?? '');
        const part = /loadPart\('([\w-]+)'/.exec(route)?.[1];
        const around = [
          ...(isFramed ? ['frame/Frame.tsx', 'locales/en/portal.po', 'locales/en/overview.texts.po'] : []),
          ...(part ? [`locales/en/${part}.texts.po`] : []),
        ];
        const files = [...new Set([...around, ...sources].flatMap((source) => filesOf(source, bundle)))];
        return [{ path, files }];
      });
      await writeFile(join(dir, 'ahead.json'), JSON.stringify(pages));
    },
  };
}

/**
 * What a page runs from its first moment says so in its first line: a browser then makes all of it ready on another
 * thread while it arrives, instead of one function after the other when it is called (V8's explicit compile hints).
 */
function sayCalledOnLoad(): Plugin {
  const isCalledOnLoad = (name: string) =>
    ['base', 'frame', 'login', 'storefront.pages'].includes(name) || name.endsWith('.route');
  return {
    name: 'vitrine-say-called-on-load',
    apply: 'build',
    generateBundle: {
      // The line must stay the first one, also above what Vite itself puts on top.
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk' || !isCalledOnLoad(part.name)) continue;
          part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
        }
      },
    },
  };
}

/** Built files are compressed once, here, as small as can be; the server hands out what fits the browser. */
function compressed(): Plugin {
  return {
    name: 'vitrine-compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name);
          const bytes = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
          await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}

export default defineConfig({
  root: here,
  plugins: [
    slimContract(),
    react(),
    lingui(catalogues),
    babel({ presets: [linguiTransformerBabelPreset(undefined, catalogues)] }),
    copyForEarly(),
    nameEarly(),
    namePagesAhead(),
    sayCalledOnLoad(),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Kept apart from `target`: these browsers know light-dark(), nesting and oklch, so styles go out as they are written.
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    assetsDir: 'app-assets',
    // Small pictures stay files: the content policy lets no data address be a font or a style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [`${here}index.html`, `${here}src/early.ts`],
      output: {
        codeSplitting: { groups: [{ name: fileOf(), debugName: 'together', includeDependenciesRecursively: false }] },
        // Catalogues of other languages say which one in their name; English has the plain one.
        chunkFileNames: ({ facadeModuleId }) => {
          const language = /\/locales\/(?!en\/)(\w+)\/[\w.-]+\.po$/.exec(facadeModuleId ?? '')?.[1];
          return `app-assets/${language ? `${language}-` : ''}[name]-[hash].js`;
        },
      },
      // Libraries mark their files for servers that render; here that is all there is.
      onLog: (level, log, pass) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') pass(level, log);
      },
    },
  },
});
