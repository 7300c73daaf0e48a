import type { AnyRoute, LazyRoute } from '@tanstack/react-router';
import { loadChunk } from './api/chunk.ts';
import { loadPart } from './locales/texts.ts';
import type { PortalPage } from './page.ts';

const files = import.meta.glob<LazyRoute<AnyRoute>>('./*/*.route.tsx', { import: 'default' });

/** Loads a page's code together with its texts. */
export function pageCode({ code, texts }: PortalPage): () => Promise<LazyRoute<AnyRoute>> {
  const load = files[`./${code}`];
  if (!load) throw new Error(`there is no page ${code}`);
  return () => (texts ? loadPart(texts, load) : loadChunk(load));
}
