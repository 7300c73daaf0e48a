import { changeNotificationSettings, readNotificationSettings } from '@vitrine/contract/notification-settings.ts';
import { countNotifications, listNotifications, readNotifications } from '@vitrine/contract/notifications.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { countUnreadOf, listNotificationsOf, readNotificationsOf } from './notifications.service.ts';
import { changeNotificationSettingsOf, readNotificationSettingsOf } from './switches.service.ts';
import { registerUnsubscribe } from './unsubscribe.routes.ts';

export function registerNotifications(routes: Routes): void {
  serve(routes, listNotifications, (call, ctx) => listNotificationsOf(ctx, call.actor, call.query));
  serve(routes, countNotifications, (call, ctx) => countUnreadOf(ctx, call.actor));
  serve(routes, readNotifications, (call, ctx) => readNotificationsOf(ctx, call.actor, call.body));
  serve(routes, readNotificationSettings, (call, ctx) => readNotificationSettingsOf(ctx, call.actor));
  serve(routes, changeNotificationSettings, (call, ctx) => changeNotificationSettingsOf(ctx, call.actor, call.body));
  registerUnsubscribe(routes);
}
