import { loadChunk } from '../api/chunk.ts';
import { loadTexts } from '../locales/texts.ts';

/** The frame with its texts; fetched once. */
export async function loadFrame() {
  const [{ Frame }] = await loadChunk(() => Promise.all([import('./Frame.tsx'), loadTexts('portal', 'overview')]));
  return { Frame };
}
