import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { userQuery } from '../accounts/accounts.data.ts';
import { loadChunk } from '../api/chunk.ts';

const loadData = () => import('./storefront.data.ts');
const loadCollections = () => import('./collections.data.ts');
const loadLook = () => import('./appearance.data.ts');

type LoaderContext = { context: { queryClient: QueryClient }; params: { id: string } };

/** The storefront in the address; one that isn't the creator's redirects to their first. */
export async function loadStorefront({ context: { queryClient }, params }: LoaderContext): Promise<{ id: string }> {
  const { storefrontOf } = await loadChunk(loadData);
  const account = storefrontOf(await queryClient.ensureQueryData(userQuery()), params.id);
  if (!account) throw redirect({ to: '/manage', replace: true });
  return { id: account.id };
}

/** The storefront's placements and collections. */
export async function loadShelf(context: LoaderContext): Promise<void> {
  const [{ placementsQuery }, { collectionsQuery }, { id }] = await Promise.all([
    loadChunk(loadData),
    loadChunk(loadCollections),
    loadStorefront(context),
  ]);
  const { queryClient } = context.context;
  await Promise.all([
    queryClient.ensureInfiniteQueryData(placementsQuery(id)),
    queryClient.ensureQueryData(collectionsQuery(id)),
  ]);
}

export async function loadAppearance(context: LoaderContext): Promise<void> {
  const [{ appearanceQuery }, { id }] = await Promise.all([loadChunk(loadLook), loadStorefront(context)]);
  await context.context.queryClient.ensureQueryData(appearanceQuery(id));
}
