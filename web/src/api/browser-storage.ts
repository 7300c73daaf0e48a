// Everything that the portal stores in a browser. Only this file and early.ts, which runs before everything else,
// access the browser's storage, so these lists are complete; the privacy policy explains each entry.

/** Kept until it is removed. The first three names are the specification's (section 3). */
export const localKeys = [
  'token',
  'original_token',
  'redirectPath',
  'google_registration',
  'google_go_out',
  'google_step_2',
  'registration_draft',
  'outbox',
] as const;

/** Kept while the tab is open. `draft` stands for one entry per conversation. */
export const sessionKeys = ['invitation_code', 'draft'] as const;

/** What the router stores while the tab is open. */
export const routerKeys = ['tsr-scroll-restoration-v1_3', 'tanstack_router_reload'] as const;

export type BrowserEntry = (typeof localKeys)[number] | (typeof sessionKeys)[number] | (typeof routerKeys)[number];

type Entries<Key extends string> = {
  read: (key: Key) => string | null;
  write: (key: Key, value: string) => void;
  remove: (key: Key) => void;
};

function entriesOf<Key extends string>(store: () => Storage): Entries<Key> {
  return {
    read: (key) => store().getItem(key),
    write: (key, value) => store().setItem(key, value),
    remove: (key) => store().removeItem(key),
  };
}

export const localEntries = entriesOf<(typeof localKeys)[number]>(() => localStorage);
export const sessionEntries = entriesOf<Exclude<(typeof sessionKeys)[number], 'draft'> | `draft ${string}`>(
  () => sessionStorage,
);
