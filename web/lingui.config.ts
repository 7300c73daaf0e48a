import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { languageCodes } from '@vitrine/contract/values/languages.ts';
import { catalogFile, catalogSources } from './src/locales/catalogs.ts';
import { pages } from './src/pages.ts';

const below = (file: string) => (file === '.' ? 'src' : `src/${file}`);

export default defineConfig({
  sourceLocale: 'en',
  locales: [...languageCodes],
  fallbackLocales: { default: 'en' },
  macro: { corePackage: ['@lingui/core/macro', './heading.ts'], jsxPackage: ['@lingui/react/macro'] },
  // Without line numbers, a text's catalog changes only when the text does.
  format: formatter({ lineNumbers: false }),
  catalogs: catalogSources(pages).map(({ part, include, exclude }) => ({
    path: `<rootDir>/src/locales/{locale}/${catalogFile(part)}`,
    include: include.map(below),
    exclude: exclude.map(below),
  })),
});
