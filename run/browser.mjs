import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canInstall, install } from './system.packages.mjs';

/** Chromium without windows, which the tests don't need: they take half the processor time with it. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const places = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Finds a Chromium for the browser tests; installs the headless package where that needs no confirmation. */
export async function chromiumPath() {
  const { CHROMIUM_PATH: named } = process.env;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is set to ${named}, which does not exist`);
  }
  if (!existsSync(headlessShell) && canInstall()) await installChromium();
  const found = findChromium();
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium or Chrome, but none was found. Install it (Debian, Ubuntu: ' +
      'sudo apt-get install chromium-headless-shell; Fedora: sudo dnf install chromium; macOS: brew install ' +
      '--cask google-chrome) or set CHROMIUM_PATH.',
  );
}

const firefoxPlaces = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/**
 * Finds a Firefox for the journeys of shoppers and of push notifications; installs Debian's where that needs no
 * confirmation. Undefined where there is none that Playwright can drive.
 */
export async function firefoxPath() {
  const { FIREFOX_PATH: named } = process.env;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`FIREFOX_PATH is set to ${named}, which does not exist`);
  }
  const [debians] = firefoxPlaces;
  if (versionOf(debians) < oldestFirefox && canInstall()) await installFirefox();
  return firefoxPlaces.find((path) => existsSync(path) && versionOf(path) >= oldestFirefox);
}

/** The first with everything that Playwright asks of it by WebDriver BiDi, `network.addDataCollector` among it. */
const oldestFirefox = 143;

/** 0 if it doesn't start. */
function versionOf(path) {
  try {
    const text = execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
    return Number(/ (\d+)\./.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function findChromium() {
  return places.find((path) => existsSync(path) && starts(path));
}

/** On Ubuntu /usr/bin/chromium-browser may be a stub that only recommends a snap. */
function starts(path) {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

async function installChromium() {
  console.log('Installing Chromium for the browser tests …');
  // Older releases have only the whole browser.
  if (!(await install('chromium-headless-shell')) && !findChromium()) await install('chromium');
}

async function installFirefox() {
  console.log('Installing Firefox for the journeys of shoppers and push notifications …');
  await install('firefox-esr');
}
