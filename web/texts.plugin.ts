import { fileURLToPath } from 'node:url';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';

/** Compiles the text macros like the build, for tests that read what users see. */
export function textsForTests() {
  process.env['LINGUI_CONFIG'] ??= fileURLToPath(new URL('./lingui.config.ts', import.meta.url));
  return babel({ presets: [linguiTransformerBabelPreset()] });
}
