import type { PortalPage } from './page.ts';
import { consolePages } from './pages.consoles.ts';
import { creatorPages } from './pages.creator.ts';
import { openPages } from './pages.open.ts';

// Every page of the portal as data. The router (sitemap.ts), the early requests (early.ts), the files that the server
// names in the document, the split of the build into files (pages.plugin.ts, chunks.plugin.ts) and the text catalogs
// (lingui.config.ts) all come from these records. So this file and its imports must also run in Node: no macros, no
// styles, no page code.

export const pages: readonly PortalPage[] = [openPages, creatorPages, consolePages].flatMap((area) =>
  Object.values(area),
);
