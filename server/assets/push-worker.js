// Runs in the browser when a push notification arrives, also without an open page. It fetches and stores nothing.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  // One that takes the place of an older one is noticed like any other.
  const options = { body, tag, renotify: true, icon: '/assets/mark-192.png', data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

/** Which open tab to use: one that has the page already, else the one in front. Public pages stay as they are. */
function tabFor(url, clients) {
  const isPublic = ({ url: own }) => /^\/(@|docs(\/|$))/.test(new URL(own).pathname);
  const tabs = clients.filter((client) => client.frameType !== 'nested' && !isPublic(client));
  return tabs.find((tab) => tab.url === url) ?? tabs.find((tab) => tab.focused) ?? tabs[0];
}

/** Opens the page that the notification is about, in a tab that is already open if there is one. */
async function open(url) {
  const tab = tabFor(url, await self.clients.matchAll({ type: 'window', includeUncontrolled: true }));
  if (!tab) return self.clients.openWindow(url);
  try {
    // First, because browsers allow it only shortly after the click.
    await tab.focus();
    return tab.url === url ? tab : await tab.navigate(url);
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
