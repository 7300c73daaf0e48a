import { type Browser, expect, type LaunchOptions, type Page } from '@playwright/test';
import { type Autopush, openAutopush } from './autopush.ts';
import { bidiSessionOf, test as base } from './browsers.ts';

// A Firefox that shows push notifications, with a push service of its own. Its question about them and the notifications
// are the browser's own windows, which only scripts with the rights of the browser can read and click.

type Windows = { contexts: { context: string }[] };
type Answer = { type: string; result?: { value?: unknown } };

/** Runs a script with the rights of the browser, in one of its own windows. */
async function inBrowser(browser: Browser, expression: string): Promise<unknown> {
  const session = bidiSessionOf(browser);
  const tree = (await session.send('browsingContext.getTree', { 'moz:scope': 'chrome' })) as Windows;
  const target = { context: tree.contexts[0]?.context };
  const answer = await session.send('script.evaluate', { expression, target, awaitPromise: false });
  const { type, result } = answer as Answer;
  if (type !== 'success') throw new Error(JSON.stringify(answer));
  return result?.value;
}

export const pushTest = base.extend<
  { noNotifications: undefined },
  { autopush: Autopush; launchOptions: LaunchOptions; browser: Browser }
>({
  autopush: [
    async ({ browserName }, use) => {
      if (browserName !== 'firefox') throw new Error(`the push service of ${browserName} can’t be replaced`);
      const autopush = await openAutopush();
      await use(autopush);
      autopush.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, autopush }, use) => {
      const { args = [], firefoxUserPrefs } = launchOptions;
      await use({
        ...launchOptions,
        args: [...args, '--remote-allow-system-access'],
        firefoxUserPrefs: {
          ...firefoxUserPrefs,
          'dom.push.serverURL': autopush.url,
          'dom.push.testing.allowInsecureServerURL': true,
          // Not the notifications of a desktop, which tests don't have.
          'alerts.useSystemBackend': false,
        },
      });
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser }, use) => {
      // Firefox turns it off while it is driven.
      await inBrowser(browser, "Services.prefs.setBoolPref('dom.push.connection.enabled', true)");
      await use(browser);
    },
    { scope: 'worker' },
  ],
  noNotifications: [
    async ({ browser }, use) => {
      // Those of the journey before stay for a while.
      await inBrowser(browser, "for (const each of Services.wm.getEnumerator('alert:alert')) each.close()");
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Answers the browser's question whether the site may show notifications. */
export async function answerQuestion(browser: Browser, answer: 'allow' | 'block'): Promise<void> {
  const click = `(() => {
    for (const { document, PopupNotifications } of Services.wm.getEnumerator('navigator:browser')) {
      const question = document.getElementById('web-notifications-notification');
      if (!question || !PopupNotifications.isPanelOpen) continue;
      question.${answer === 'allow' ? 'button' : 'secondaryButton'}.click();
      return true;
    }
    return false;
  })()`;
  await expect.poll(() => inBrowser(browser, click)).toBe(true);
}

/** Blocks notifications of the page's site, as users do next to its address. */
export async function blockNotifications(browser: Browser, page: Page): Promise<void> {
  const block = `(() => {
    const tabs = [...Services.wm.getEnumerator('navigator:browser')].flatMap(({ gBrowser }) => gBrowser.browsers);
    const tab = tabs.find(({ currentURI }) => currentURI.spec === ${JSON.stringify(page.url())});
    Services.perms.addFromPrincipal(tab.contentPrincipal, 'desktop-notification', Services.perms.DENY_ACTION);
  })()`;
  await inBrowser(browser, block);
}

/** The notifications that the browser shows for the site of a page. */
export function shownTo(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body }) => ({ title, body }));
  });
}

/** Clicks the notification with this title, once it is there. */
export async function clickNotification(browser: Browser, title: string): Promise<void> {
  const click = `(() => {
    for (const { document, gIsActive } of Services.wm.getEnumerator('alert:alert')) {
      if (!gIsActive || document.getElementById('alertTitleLabel')?.value !== ${JSON.stringify(title)}) continue;
      document.getElementById('alertTextBox').click();
      return true;
    }
    return false;
  })()`;
  await expect.poll(() => inBrowser(browser, click)).toBe(true);
}
