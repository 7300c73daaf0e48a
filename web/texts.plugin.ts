import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';

/** Compiles the text macros and loads the catalogs, for the app and for tests that read what users see. */
export function texts() {
  process.env['LINGUI_CONFIG'] ??= fileURLToPath(new URL('./lingui.config.ts', import.meta.url));
  return [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })];
}
