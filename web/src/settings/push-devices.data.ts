import { msg } from '@lingui/core/macro';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { addPushDevice, readPushDevices, removePushDevice } from '@vitrine/contract/notifications.push.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { LocalFailure } from '../format/refusals.ts';
import { endPushHere } from '../notifications/end-push.ts';
import { isSubscribedToPush, subscribeToPush } from '../notifications/push.ts';

/** Some browsers have no push service, or one that is turned off. */
const noService = msg`Your browser can’t reach its push service, which delivers notifications. Check your connection, or whether the service is turned off in the browser’s settings.`;

export function pushDevicesQuery() {
  return queryOptions({
    queryKey: ['settings', 'push-devices'],
    queryFn: async ({ signal }) => {
      const subscribed = isSubscribedToPush().catch(() => false);
      const [{ data }, isSubscribed] = await Promise.all([call(readPushDevices, {}, signal), subscribed]);
      // The server learns only with the next notification that this browser gets none any more.
      return { ...data, devices: data.devices.filter(({ current }) => !current || isSubscribed) };
    },
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
      const subscription = await subscribeToPush(data.public_key).catch((error: unknown) => {
        throw new LocalFailure(noService, error);
      });
      return subscription && (await call(addPushDevice, { body: subscription })).data;
    },
    onSettled: refresh,
  });
  const remove = useApiMutation({
    mutationFn: async ({ id, current }: { id: string; current: boolean }) => {
      await call(removePushDevice, { params: { device_id: id } });
      if (current) await endPushHere().catch(() => undefined);
    },
    onSettled: refresh,
  });
  return { devices: data.devices, add, remove };
}
