import type { QueryClient } from '@tanstack/react-query';
import { loadChunk } from '../api/chunk.ts';

const loadData = () => import('./settings.data.ts');
const loadDevices = () => import('./push-devices.data.ts');

/** Loads what every page of account settings shows first. */
export async function loadSettings({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  const [{ notificationSettingsQuery, settingsQuery }, { pushDevicesQuery }] = await Promise.all([
    loadChunk(loadData),
    loadChunk(loadDevices),
  ]);
  const { queryClient } = context;
  await Promise.all([
    queryClient.ensureQueryData(settingsQuery()),
    queryClient.ensureQueryData(notificationSettingsQuery()),
    queryClient.ensureQueryData(pushDevicesQuery()),
  ]);
}
