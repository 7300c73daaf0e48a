import type { QueryClient } from '@tanstack/react-query';
import { loadChunk } from '../api/chunk.ts';

/** Loads the data of the invitations page. */
export async function loadInvitations(queryClient: QueryClient, merchant: string): Promise<void> {
  const { invitationsQuery } = await loadChunk(() => import('./invitations.data.ts'));
  await queryClient.ensureInfiniteQueryData(invitationsQuery(merchant));
}
