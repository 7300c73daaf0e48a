import { loadChunk } from '../api/chunk.ts';
import { loadTexts } from '../locales/texts.ts';
import { frames } from '../page.ts';

async function load() {
  const [{ Frame }] = await Promise.all([import('./Frame.tsx'), loadTexts(...frames.creator.texts)]);
  return { Frame };
}

/** Loads the frame with its texts, once. */
export const loadFrame = () => loadChunk(load);
