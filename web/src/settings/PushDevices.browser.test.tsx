import {
  addPushDevice,
  type PushDevice,
  readPushDevices,
  removePushDevice,
} from '@vitrine/contract/notifications.push.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { PushDevices } from './PushDevices.tsx';

const device: PushDevice = {
  id: 'd_1',
  browser: 'Chrome',
  system: 'Android',
  added_at: '2026-11-26T10:00:00.000Z',
  current: true,
};

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A browser whose user answers its question about notifications. */
function stubBrowser(permission: NotificationPermission, answered: NotificationPermission = permission) {
  const asked = vi.fn(async () => {
    notification.permission = answered;
    return answered;
  });
  const notification = { permission, requestPermission: asked };
  vi.stubGlobal('Notification', notification);
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
  const subscription = { toJSON: () => ({ endpoint: 'https://push.example/1', keys }), unsubscribe: vi.fn() };
  const pushManager = {
    subscribe: vi.fn(async () => subscription),
    getSubscription: vi.fn(async (): Promise<typeof subscription | null> => subscription),
  };
  const value = {
    register: vi.fn(),
    ready: Promise.resolve({ pushManager }),
    getRegistration: async () => ({ pushManager, getNotifications: async () => [] }),
  };
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
  return { asked, subscription, pushManager, subscribe: pushManager.subscribe };
}

/** The server, which keeps the devices. */
function serve(devices: PushDevice[]) {
  const added: unknown[] = [];
  answerCalls(readPushDevices, () => ({ data: { public_key: 'the-key', devices: [...devices] } }));
  answerCalls(addPushDevice, ({ body }) => {
    added.push(body);
    devices.push(device);
    return { data: device };
  });
  answerCalls(removePushDevice, () => {
    devices.length = 0;
    return { data: { removed: true as const } };
  });
  return added;
}

const turnOn = () => page.getByRole('button', { name: 'Turn on in this browser' });

test('asks the browser only after a click, and sends its subscription', async () => {
  const { asked, subscribe } = stubBrowser('default', 'granted');
  const added = serve([]);
  await show(<PushDevices />);
  await expect.element(turnOn()).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  await turnOn().click();
  await expect.element(page.getByText('Chrome on Android')).toBeVisible();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'the-key' });
  expect(added).toEqual([
    { endpoint: 'https://push.example/1', keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } },
  ]);
  expect(turnOn().query()).toBeNull();
});

test('whoever refuses is told how to allow it later', async () => {
  const { subscribe } = stubBrowser('default', 'denied');
  const added = serve([]);
  await show(<PushDevices />);
  await expect.element(turnOn()).toBeVisible();
  stubBrowser('denied');
  await turnOn().click();
  await expect.element(page.getByText(/This browser blocks notifications/)).toBeVisible();
  expect(turnOn().query()).toBeNull();
  expect([subscribe.mock.calls, added]).toEqual([[], []]);
});

test('an iPhone needs the home screen, and some browsers can’t at all', async () => {
  stubBrowser('default');
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(window, 'Notification');
  serve([]);
  await show(<PushDevices />);
  await expect.element(page.getByText('This browser can’t show push notifications.')).toBeVisible();
  expect(turnOn().query()).toBeNull();
});

test('a device is turned off, and this browser forgets its subscription', async () => {
  const { subscription } = stubBrowser('granted');
  serve([device]);
  await show(<PushDevices />);
  await page.getByRole('button', { name: 'Turn off notifications on Chrome on Android' }).click();
  await expect.element(turnOn()).toBeVisible();
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
});

test('a browser that lost its subscription isn’t said to get notifications', async () => {
  const { pushManager } = stubBrowser('granted');
  pushManager.getSubscription.mockResolvedValue(null);
  serve([device, { ...device, id: 'd_2', browser: 'Safari', system: 'iPhone', current: false }]);
  await show(<PushDevices />);
  await expect.element(page.getByText('Safari on iPhone')).toBeVisible();
  expect(page.getByText('Chrome on Android').query()).toBeNull();
  await expect.element(turnOn()).toBeVisible();
});

test('a browser without a push service is named as the reason', async () => {
  const { pushManager } = stubBrowser('granted');
  pushManager.subscribe.mockRejectedValue(new DOMException('Registration failed', 'AbortError'));
  pushManager.getSubscription.mockResolvedValue(null);
  const added = serve([]);
  await show(<PushDevices />);
  await turnOn().click();
  await expect.element(page.getByText(/Your browser can’t reach its push service/)).toBeVisible();
  expect(added).toEqual([]);
});
