import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import type { PortalPage } from './src/page.ts';
import { pages } from './src/pages.ts';

// Builds the first script of every page (src/early.ts), a file of its own without imports at run time.

const records = 'virtual:early-pages';
const copied = '?early';

/** Matches the addresses of a path, like `/manage/$id/products`, and captures its parameters. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('$') ? '([^/]+)' : part));
  return new RegExp(`^${parts.join('/')}$`);
}

function recordOf({ path, early }: PortalPage): string[] {
  if (!early) return [];
  const { calls = [], plainCalls = [], accountCalls = [], pictures } = early;
  const record = JSON.stringify({ calls, plainCalls, accountCalls, pictures });
  return [`{ pattern: ${patternOf(path)}, ...${record} }`];
}

/** Gives the script the parts of the pages' records that it needs. */
export function earlyPages(): Plugin {
  return {
    name: 'vitrine-early-pages',
    resolveId: (id) => (id === records ? `\0${records}` : undefined),
    load: (id) => (id === `\0${records}` ? `export const pages = [${pages.flatMap(recordOf).join()}];` : undefined),
  };
}

/** It waits for no other file, so it has its own copy of what it shares with the app. */
export function copyForEarly(): Plugin {
  return {
    name: 'vitrine-copy-for-early',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const isOfEarly = importer?.endsWith('/src/early.ts') || importer?.endsWith(copied);
      if (!importer || !isOfEarly || !source.startsWith('.') || !source.endsWith('.ts')) return undefined;
      const file = importer.endsWith(copied) ? importer.slice(0, -copied.length) : importer;
      const found = await this.resolve(source, file, { ...options, skipSelf: true });
      return found ? `${found.id}${copied}` : undefined;
    },
  };
}

function chunkWith(module: string, bundle: Rolldown.OutputBundle): string {
  const chunk = Object.values(bundle).find(
    (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!chunk) throw new Error(`no file of the build contains ${module}`);
  return chunk.fileName;
}

/** Puts the script first in the document, with the English texts that the first paint needs. */
export function nameEarly(): Plugin {
  return {
    name: 'vitrine-name-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const src = bundle ? `/${chunkWith('/src/early.ts', bundle)}` : '/src/early.ts';
        const attrs = { type: 'module', async: true, crossorigin: true, fetchpriority: 'high', src };
        const script: HtmlTagDescriptor = { tag: 'script', attrs, injectTo: 'head-prepend' };
        if (!bundle) return [script];
        const href = `/${chunkWith('/en/entry.po', bundle)}`;
        return [script, { tag: 'link', attrs: { rel: 'modulepreload', href, crossorigin: true }, injectTo: 'head' }];
      },
    },
  };
}
