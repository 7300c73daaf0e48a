import type { AnyRoute, LazyRoute } from '@tanstack/react-router';
import type { PortalPage } from './page.ts';
import { type CodeFiles, pageCode } from './sitemap.code.ts';

const files: CodeFiles = import.meta.glob<LazyRoute<AnyRoute>>('./*/*.route.tsx', { import: 'default' });

/** Loads a console page's code together with its texts. */
export function consoleCode(page: PortalPage): () => Promise<LazyRoute<AnyRoute>> {
  return pageCode(page, files);
}
