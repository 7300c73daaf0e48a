import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { catalogFile } from './src/locales/catalogs.ts';
import { frames, type PortalPage } from './src/page.ts';
import { pages } from './src/pages.ts';

const source = fileURLToPath(new URL('./src/', import.meta.url));

/** The sources that a page shows first: its routes, its frame, the English texts of both, and its own code. */
function firstSources({ code, texts, frame }: PortalPage): string[] {
  const around = frame ? frames[frame] : undefined;
  const parts = [...(around?.texts ?? []), ...(texts ? [texts] : [])];
  const catalogs = parts.map((part) => `locales/en/${catalogFile(part)}.po`);
  const routes = frame === 'brand' || frame === 'operator' ? ['sitemap.consoles.ts'] : [];
  return [...routes, ...(around ? [around.code] : []), ...catalogs, code];
}

/** The chunk of each module. */
function chunksOf(bundle: Rolldown.OutputBundle): Map<string, Rolldown.OutputChunk> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  return new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
}

/** A chunk with everything it imports before it can run, and their styles. */
function withImports(first: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const waiting = [first];
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    found.add(chunk.fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk' && !found.has(name)) waiting.push(next);
    }
  }
  return found;
}

/**
 * Writes the files that each page needs to `ahead.json`. The server names them in the document, so that a browser
 * fetches them all at once instead of discovering them one after the other.
 */
export function namePagesAhead(): Plugin {
  return {
    name: 'vitrine-name-pages-ahead',
    apply: 'build',
    generateBundle: {
      // After Vite has put the names of style sheets into the bundle.
      order: 'post',
      handler(_options, bundle) {
        const chunks = chunksOf(bundle);
        const filesOf = (file: string) => {
          const chunk = chunks.get(`${source}${file}`);
          if (!chunk) throw new Error(`no file of the build contains src/${file}, which a page needs`);
          return [...withImports(chunk, bundle)];
        };
        const ahead = pages.map((page) => ({
          path: page.path,
          files: [...new Set(firstSources(page).flatMap(filesOf))],
        }));
        this.emitFile({ type: 'asset', fileName: 'ahead.json', source: JSON.stringify(ahead) });
      },
    },
  };
}
