import { type BrowserEntry, localKeys, routerKeys, sessionKeys } from '../api/browser-storage.ts';
import type { LegalPart } from './legal.ts';

/** The cookies, which the server sets (server/src/platform/browser.mark.ts, server/src/sessions/known.devices.ts). */
const markCookie = 'vt_browser';
const deviceCookie = 'vt_device';

/** The purpose of each entry. An entry without one doesn't compile. */
const purposes: Record<BrowserEntry, string> = {
  token: 'the proof that you are logged in',
  original_token: 'the operator’s own session, only while support staff look into an account',
  redirectPath: 'the page you wanted before you were asked to log in',
  google_registration: 'a note that you are registering with Google, until you are done',
  google_go_out: 'the secret that lets us recognize you when you come back from Google',
  google_step_2:
    'what Google told us to register you with: a one-time ticket, good for an hour, with your name, email address and picture',
  registration_draft: 'what you typed while registering, without the password, until you are done',
  outbox: 'messages you wrote that could not be sent yet',
  invitation_code: 'the invitation that you opened, until you accept it',
  draft: 'one entry for each conversation, with the message you began to write',
  'tsr-scroll-restoration-v1_3': 'how far you scrolled on each page, so that going back brings you to the same place',
  tanstack_router_reload: 'a note that a page was loaded again because a part of it had been replaced',
};

function explained(keys: readonly BrowserEntry[]): string[] {
  return keys.map((key, index) => `${key}: ${purposes[key]}${index === keys.length - 1 ? '.' : ';'}`);
}

/** The privacy policy's section on cookies and browser storage, with every entry and its purpose. */
export const browserStorage: readonly LegalPart[] = [
  `We set two cookies. The first is called ${markCookie} and holds a random value, which we sign so that nobody else can make one. It says nothing about you and gives access to nothing. When a shopper clicks a shortlink it lasts for 30 minutes or as long as the brand counts a second click as the same one, so that a second click is not counted as a second person. When a creator logs in it lasts for up to 90 days, so that their own clicks can be told from those of others.`,
  `The second is called ${deviceCookie}. It is set when someone logs in, holds a random value, and lasts for up to a year. It tells us that you have logged in with this browser before, so that strangers who guess your password cannot lock you out of it. It does not log anyone in.`,
  {
    lead: 'The portal keeps these entries in your browser’s local storage, until they are used or you log out:',
    items: explained(localKeys),
  },
  {
    lead: 'It keeps these in your browser’s session storage, which is cleared when you close the tab:',
    items: explained([...sessionKeys, ...routerKeys]),
  },
];
