import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fileOf } from './chunks.plugin.ts';
import { slimContract } from './contract.plugin.ts';
import { copyForEarly, earlyPages, nameEarly } from './early.plugin.ts';
import { namePagesAhead } from './pages.plugin.ts';
import { texts } from './texts.plugin.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Marks what a page runs from the start in its first line, so that the browser compiles all of it on another thread
 * while it arrives, instead of each function when it is first called (V8's explicit compile hints).
 */
function addCompileHints(): Plugin {
  const isCalledOnLoad = (name: string) =>
    ['base', 'frame', 'login', 'storefront.pages'].includes(name) || name.endsWith('.route');
  return {
    name: 'vitrine-say-called-on-load',
    apply: 'build',
    generateBundle: {
      // The line must stay the first, also above what Vite itself adds.
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

/** Compresses the built files once, as small as possible; the server sends what the browser accepts. */
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
    texts(),
    earlyPages(),
    copyForEarly(),
    nameEarly(),
    namePagesAhead(),
    addCompileHints(),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // For tests: which file each source became, and what it imports.
    manifest: true,
    target: 'es2022',
    // Separate from `target`: these browsers support light-dark(), nesting and oklch, so styles are kept as written.
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    assetsDir: 'app-assets',
    // Small pictures stay files, because the content security policy allows no data address as a font or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [`${here}index.html`, `${here}src/early.ts`],
      output: {
        codeSplitting: { groups: [{ name: fileOf(), debugName: 'together', includeDependenciesRecursively: false }] },
        // Catalogs of other languages have the language in their file name; English has the plain one.
        chunkFileNames: ({ facadeModuleId }) => {
          const language = /\/locales\/(?!en\/)(\w+)\/[\w.-]+\.po$/.exec(facadeModuleId ?? '')?.[1];
          return `app-assets/${language ? `${language}-` : ''}[name]-[hash].js`;
        },
      },
      // Some libraries mark files with "use client" for server rendering, which means nothing here.
      onLog: (level, log, pass) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') pass(level, log);
      },
    },
  },
});
