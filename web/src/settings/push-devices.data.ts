import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { addPushDevice, readPushDevices, removePushDevice } from '@vitrine/contract/notifications.push.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { subscribeToPush, unsubscribeFromPush } from '../notifications/push.ts';

export function pushDevicesQuery() {
  return queryOptions({
    queryKey: ['settings', 'push-devices'],
    queryFn: async ({ signal }) => (await call(readPushDevices, {}, signal)).data,
  });
}

/** The browsers that get push notifications. */
export function usePushDevices() {
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(pushDevicesQuery());
  const refresh = () => queryClient.invalidateQueries({ queryKey: pushDevicesQuery().queryKey });
  const add = useApiMutation({
    /** Undefined if the user refuses. */
    mutationFn: async () => {
      const subscription = await subscribeToPush(data.public_key);
      return subscription && (await call(addPushDevice, { body: subscription })).data;
    },
    onSettled: refresh,
  });
  const remove = useApiMutation({
    mutationFn: async ({ id, current }: { id: string; current: boolean }) => {
      await call(removePushDevice, { params: { device_id: id } });
      if (current) await unsubscribeFromPush().catch(() => undefined);
    },
    onSettled: refresh,
  });
  return { devices: data.devices, add, remove };
}
