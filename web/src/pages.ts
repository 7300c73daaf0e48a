import type { PortalPage } from './page.ts';
import { consolePages } from './pages.consoles.ts';
import { creatorPages } from './pages.creator.ts';
import { openPages } from './pages.open.ts';

// Every page of the portal as data. The router (sitemap.ts), what a page fetches before the app is there (early.ts), the
// files that the server names in the document, the split of the build into files (pages.plugin.ts, chunks.plugin.ts) and
// the catalogs of texts (lingui.config.ts) all come from these records. So this file and those it imports run in Node
// too: no macros, no styles, no code of pages.

export const pages: readonly PortalPage[] = [openPages, creatorPages, consolePages].flatMap((area) =>
  Object.values(area),
);
