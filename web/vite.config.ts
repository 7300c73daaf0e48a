import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const catalogues = { cwd: here };

/** The display face and the English texts are needed by the first paint: the page names them, so that nothing waits to find them. */
function nameEarly(): Plugin {
  return {
    name: 'vitrine-name-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const files = Object.keys(bundle ?? {});
        const font = files.find((file) => /fraunces.*\.woff2$/.test(file));
        const texts = Object.values(bundle ?? {}).find((part) => part.type === 'chunk' && part.facadeModuleId?.endsWith('/en/entry.po'))?.fileName;
        return [
          ...(font ? [{ tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }, injectTo: 'head' as const }] : []),
          ...(texts ? [{ tag: 'link', attrs: { rel: 'modulepreload', href: `/${texts}`, crossorigin: true }, injectTo: 'head' as const }] : []),
        ];
      },
    },
  };
}

export default defineConfig({
  root: here,
  plugins: [react(), lingui(catalogues), babel({ presets: [linguiTransformerBabelPreset(undefined, catalogues)] }), nameEarly()],
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
      // Libraries mark their files for servers that render; here that is all there is.
      onLog: (level, log, pass) => { if (log.code !== 'MODULE_LEVEL_DIRECTIVE') pass(level, log); },
    },
  },
});
