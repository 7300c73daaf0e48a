import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { userQuery } from '../accounts/accounts.data.ts';
import { loadChunk } from '../api/chunk.ts';

type Asked = { context: { queryClient: QueryClient }; params: { id: string } };

/** The storefront in the address; one that isn't the creator's redirects to their first. */
export async function loadStorefront({ context: { queryClient }, params }: Asked): Promise<{ id: string }> {
  const { storefrontOf } = await loadChunk(() => import('./storefront.data.ts'));
  const account = storefrontOf(await queryClient.ensureQueryData(userQuery()), params.id);
  if (!account) throw redirect({ to: '/manage', replace: true });
  return { id: account.id };
}

/** The storefront's placements and collections. */
export async function loadShelf(asked: Asked): Promise<void> {
  const [{ placementsQuery }, { collectionsQuery }, { id }] = await Promise.all([
    loadChunk(() => import('./storefront.data.ts')),
    loadChunk(() => import('./collections.data.ts')),
    loadStorefront(asked),
  ]);
  const { queryClient } = asked.context;
  await Promise.all([
    queryClient.ensureQueryData(placementsQuery(id)),
    queryClient.ensureQueryData(collectionsQuery(id)),
  ]);
}

export async function loadAppearance(asked: Asked): Promise<void> {
  const [{ appearanceQuery }, { id }] = await Promise.all([
    loadChunk(() => import('./appearance.data.ts')),
    loadStorefront(asked),
  ]);
  await asked.context.queryClient.ensureQueryData(appearanceQuery(id));
}
