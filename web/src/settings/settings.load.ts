import type { QueryClient } from '@tanstack/react-query';
import { loadChunk } from '../api/chunk.ts';

/** Loads what every page of account settings shows first. */
export async function loadSettings({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  const [{ notificationSettingsQuery, settingsQuery }, { pushDevicesQuery }] = await Promise.all([
    loadChunk(() => import('./settings.data.ts')),
    loadChunk(() => import('./push-devices.data.ts')),
  ]);
  const { queryClient } = context;
  await Promise.all([
    queryClient.ensureQueryData(settingsQuery()),
    queryClient.ensureQueryData(notificationSettingsQuery()),
    queryClient.ensureQueryData(pushDevicesQuery()),
  ]);
}
