import { changeNotificationSettings, readNotificationSettings } from '@vitrine/contract/notifications.settings.ts';
import { countNotifications, listNotifications, readNotifications } from '@vitrine/contract/notifications.ts';
import { addPushDevice, readPushDevices, removePushDevice } from '@vitrine/contract/notifications.push.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { countUnreadOf, listNotificationsOf, readNotificationsOf } from './notifications.service.ts';
import { addPushDeviceOf, readPushDevicesOf, removePushDeviceOf } from './push.devices.ts';
import { registerPushWorker } from './push.worker.ts';
import { changeNotificationSettingsOf, readNotificationSettingsOf } from './switches.service.ts';
import { registerUnsubscribe } from './unsubscribe.routes.ts';

export function registerNotifications(routes: Routes): void {
  serve(routes, listNotifications, (call, ctx) => listNotificationsOf(ctx, call.actor, call.query));
  serve(routes, countNotifications, (call, ctx) => countUnreadOf(ctx, call.actor));
  serve(routes, readNotifications, (call, ctx) => readNotificationsOf(ctx, call.actor, call.body));
  serve(routes, readNotificationSettings, (call, ctx) => readNotificationSettingsOf(ctx, call.actor));
  serve(routes, changeNotificationSettings, (call, ctx) => changeNotificationSettingsOf(ctx, call.actor, call.body));
  serve(routes, readPushDevices, (call, ctx) => readPushDevicesOf(ctx, call.actor));
  serve(routes, addPushDevice, (call, ctx) => addPushDeviceOf(ctx, call.actor, call.body));
  serve(routes, removePushDevice, (call, ctx) => removePushDeviceOf(ctx, call.actor, call.params.device_id));
  registerPushWorker(routes);
  registerUnsubscribe(routes);
}
