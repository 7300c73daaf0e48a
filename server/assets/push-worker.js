// Runs in the browser when a push notification arrives, also without an open page. It fetches and stores nothing.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/assets/mark-192.png', data: { url } }),
  );
});

/** Opens the page that the notification is about, in a tab that is already open if there is one. */
async function open(url) {
  const [tab] = await self.clients.matchAll({ type: 'window' });
  if (!tab) return self.clients.openWindow(url);
  try {
    await tab.navigate(url);
    return await tab.focus();
  } catch {
    return self.clients.openWindow(url);
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  // Only pages of our own.
  event.waitUntil(open(url.origin === self.location.origin ? url.href : self.location.origin));
});
