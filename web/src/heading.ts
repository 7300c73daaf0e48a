import type { MessageDescriptor } from '@lingui/core';

/**
 * Marks a heading for translation. Lingui replaces it like its own macro (`macro` in lingui.config.ts), which Node
 * can't run; so the build and Lingui's configuration can import the pages as they are.
 */
export function msg(texts: TemplateStringsArray): MessageDescriptor {
  const message = texts.join('');
  return { id: message, message };
}
