import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { chunks, isBuilt, readBuilt } from '../built.testing.ts';
import { listSources } from '../sources.testing.ts';

// Every request of the portal goes through one door, api/door.ts, because only there an unauthenticated answer is noticed
// and ends the session (specification, sections 2 and 8).

const folder = fileURLToPath(new URL('../', import.meta.url));

/** What a browser offers to reach a server with. */
const ways = ['fetch', 'fetchLater', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'WebTransport', 'sendBeacon'];
const base = '/api/v1';

const allowed: Record<string, readonly string[]> = {
  'api/door.ts': ['fetch', base],
  // What uploads bring to the door instead of fetch, to report their progress.
  'api/xhr.ts': ['XMLHttpRequest'],
  // It runs before the app, which hands its answers to the door (api/early.ts).
  'early.ts': ['fetch', base],
  // A command to copy.
  'shops/requests.ts': [base],
};

/** The ways to a server that a source names in any form, as a variable, a property or a text, and each form whose action is an address. */
function waysIn(file: string, source: string): string[] {
  const found = new Set<string>();
  const noteText = (text: string) => {
    if (ways.includes(text)) found.add(text);
    if (text.includes(base)) found.add(base);
  };
  new Visitor({
    Identifier: ({ name }) => void (ways.includes(name) && found.add(name)),
    Literal: ({ value }) => void (typeof value === 'string' && noteText(value)),
    TemplateElement: ({ value }) => noteText(value.raw),
    JSXAttribute: ({ name }) => {
      if (name.type === 'JSXIdentifier' && name.name === 'formAction') found.add('formAction');
    },
    JSXOpeningElement: ({ name, attributes }) => {
      const names = attributes.flatMap((each) => (each.type === 'JSXAttribute' ? [each.name.name] : []));
      if (name.type === 'JSXIdentifier' && name.name === 'form' && names.includes('action')) found.add('<form action>');
    },
  }).visit(parseSync(file, source).program);
  return [...found].filter((way) => !(allowed[file] ?? []).includes(way)).toSorted();
}

/** The sources below one of which imports the other. */
function importersOf(target: string): string[] {
  return listSources().filter((file) => readFileSync(`${folder}${file}`, 'utf8').includes(`/${target}'`));
}

describe('§108: every way to call the API goes through one door (S04)', () => {
  test('no source reaches the server by itself; it makes a call of the contract (api/call.ts) or asks the door', () => {
    const others = listSources().flatMap((file) => {
      const found = waysIn(file, readFileSync(`${folder}${file}`, 'utf8'));
      return found.length > 0 ? [`web/src/${file} uses ${found.join(', ')}: use call() of web/src/api/call.ts`] : [];
    });
    expect(others).toEqual([]);
  });

  test('only uploads bring another transport to it', () => {
    expect(importersOf('xhr.ts')).toEqual(['api/upload.ts']);
  });

  test.each([
    ["fetch('/x')", ['fetch']],
    ["window.fetch('/x')", ['fetch']],
    ["globalThis['fetch']('/x')", ['fetch']],
    ['const { fetch: ask } = window', ['fetch']],
    ["navigator.sendBeacon('/x')", ['sendBeacon']],
    ['new XMLHttpRequest()', ['XMLHttpRequest']],
    ["new EventSource('/x')", ['EventSource']],
    ['const way = `WebSocket`', ['WebSocket']],
    ['const address = `/api/v1/me`', ['/api/v1']],
    ['const page = <form action="/x" />', ['<form action>']],
    ['const page = <button formAction="/x" />', ['formAction']],
    ["call(me); query.refetch(); const text = 'We fetch it'", []],
  ])('%s is noticed', (source, found) => {
    expect(waysIn('some.tsx', source)).toEqual(found);
  });

  describe.skipIf(!isBuilt)('in the built portal (skipped without web/dist: build it first)', () => {
    test('no library has a way of its own', () => {
      const ways = chunks.flatMap(({ file }) => {
        const script = readBuilt(file);
        const found = ['XMLHttpRequest', 'EventSource', 'WebSocket', 'WebTransport', 'sendBeacon'].filter((way) =>
          new RegExp(`new (?:window\\.|globalThis\\.|self\\.)?${way}\\b|\\.sendBeacon\\(`).test(script),
        );
        return found.map((way) => `${way} in ${file}`);
      });
      expect(ways.map((each) => each.replace(/ in .*/, ''))).toEqual(['XMLHttpRequest']);
    });
  });
});
