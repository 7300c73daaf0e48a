import { loadChunk } from '../api/chunk.ts';
import { loadTexts } from '../locales/texts.ts';
import { frames } from '../page.ts';

/** Loads the frame with its texts, once. */
export async function loadFrame() {
  const [{ Frame }] = await loadChunk(() => Promise.all([import('./Frame.tsx'), loadTexts(...frames.creator.texts)]));
  return { Frame };
}
