import { defineConfig } from '@lingui/cli';

/** What is seen before anybody has signed in; its texts are the only ones that the first page waits for. */
const entry = ['src/accounts', 'src/format', 'src/shell/ErrorPage.tsx', 'src/shell/LoginLayout.tsx', 'src/sitemap.ts'];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/entry', include: entry },
    { path: '<rootDir>/src/locales/{locale}/portal', include: ['src'], exclude: entry },
  ],
});
