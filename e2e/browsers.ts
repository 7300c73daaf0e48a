import { type Browser, test as base } from '@playwright/test';

// Journeys of the snippet run in Chromium and in an unchanged Firefox, which Playwright drives by WebDriver BiDi.

/** How Playwright reaches the browser; not part of its public API. */
type Session = { send(method: string, params?: object): Promise<unknown> };
type Inside = { _connection: { toImpl(browser: Browser): { _browserSession: Session } } };

/** The WebDriver BiDi session of a Firefox. */
export const bidiSessionOf = (browser: Browser): Session =>
  (browser as unknown as Inside)._connection.toImpl(browser)._browserSession;

/**
 * Playwright sets the color scheme of every window with a command that the extended-support release of Firefox doesn't
 * have yet, and gives up when it is refused. Nothing here depends on the color scheme.
 */
function leaveColorScheme(browser: Browser): void {
  const shared: Session = Object.getPrototypeOf(bidiSessionOf(browser));
  const { send } = shared;
  shared.send = function (this: Session, method, params) {
    if (method === 'emulation.setMediaFeaturesOverride') return Promise.resolve({});
    return send.call(this, method, params);
  };
}

export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      if (browser.browserType().name() === 'firefox') leaveColorScheme(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
