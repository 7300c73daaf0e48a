import type { QueryClient } from '@tanstack/react-query';
import { loadChunk } from '../api/chunk.ts';

/** Loads what every page of account settings shows first. */
export async function loadSettings({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  const { notificationSettingsQuery, settingsQuery } = await loadChunk(() => import('./settings.data.ts'));
  await Promise.all([
    context.queryClient.ensureQueryData(settingsQuery()),
    context.queryClient.ensureQueryData(notificationSettingsQuery()),
  ]);
}
