/** Ends the push subscription of this browser, and closes what it still shows. Also works without a connection. */
export async function endPushHere(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}
