// Push notifications of this browser. The settings load it.

/**
 * Whether this browser can show notifications. `denied`: its user blocked them for this site. `home_screen`: iPhones and
 * iPads only allow them for a site on the home screen.
 */
export type PushSupport = 'possible' | 'denied' | 'home_screen' | 'none';

export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : 'possible';
  const isTouchMac = navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1;
  return isTouchMac || /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen' : 'none';
}

type TrustedPolicy = { createScriptURL(text: string): string };
type TrustedFactory = { createPolicy(name: string, rules: { createScriptURL(): string }): TrustedPolicy };

const workerPath = '/push-worker.js';
let policy: TrustedPolicy | undefined;

/** The address in the form that browsers with trusted types want. */
function workerAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedFactory };
  policy ??= trustedTypes?.createPolicy('vitrine-push', { createScriptURL: () => workerPath });
  return policy?.createScriptURL('') ?? workerPath;
}

type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Asks the user, and subscribes at the browser's push service. Undefined if they refuse. Call it only after a click. */
export async function subscribeToPush(publicKey: string): Promise<BrowserSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register(workerAddress());
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // One that was made for other keys, such as those of an earlier installation at this address.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}

/**
 * Whether this browser has a subscription, and may show what it gets. It may have lost it: when its user blocked
 * notifications or deleted the data of this site.
 */
export async function isSubscribedToPush(): Promise<boolean> {
  if (pushSupport() !== 'possible' || Notification.permission !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(await registration?.pushManager.getSubscription());
}
