import { fileURLToPath } from 'node:url';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';

/** The macros of texts as the build makes them, for a test that reads what people read. */
export function textsForTests() {
  process.env['LINGUI_CONFIG'] ??= fileURLToPath(new URL('./lingui.config.ts', import.meta.url));
  return babel({ presets: [linguiTransformerBabelPreset()] });
}
