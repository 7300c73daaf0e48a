import type { QueryClient } from '@tanstack/react-query';
import { localEntries } from '../api/browser-storage.ts';
import { loadChunk } from '../api/chunk.ts';

const loadOutbox = () => import('./outbox.ts');

/** Sends what is waiting, perhaps since an earlier page load. The outbox is only loaded if there is something. */
export async function resumeOutbox(queryClient: QueryClient): Promise<void> {
  if (localEntries.read('outbox') === null) return;
  const { startOutbox } = await loadChunk(loadOutbox);
  startOutbox(queryClient);
}
