import type { QueryClient } from '@tanstack/react-query';
import { loadChunk } from '../api/chunk.ts';

export const outboxKey = 'outbox';

/** Sends what waits, perhaps since an earlier page; the code for it is fetched only where there is something. */
export async function resumeOutbox(queryClient: QueryClient): Promise<void> {
  if (localStorage.getItem(outboxKey) === null) return;
  const { startOutbox } = await loadChunk(() => import('./outbox.ts'));
  startOutbox(queryClient);
}
