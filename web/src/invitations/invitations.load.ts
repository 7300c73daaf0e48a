import type { QueryClient } from '@tanstack/react-query';
import { loadChunk } from '../api/chunk.ts';

const loadData = () => import('./invitations.data.ts');

/** Loads the data of the invitations page. */
export async function loadInvitations(queryClient: QueryClient, merchant: string): Promise<void> {
  const { invitationsQuery } = await loadChunk(loadData);
  await queryClient.ensureInfiniteQueryData(invitationsQuery(merchant));
}
