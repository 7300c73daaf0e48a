import { describe, expect, test } from 'vitest';
import type { Agent } from './agent.ts';
import { classOf, type HitFacts, isCounted } from './classify.ts';

const browser: Agent = { machine: '', isPreview: false, app: '', device: 'phone', browser: 'Safari', system: 'iOS' };
const facts = (changed: Partial<HitFacts> = {}): HitFacts => ({
  method: 'GET',
  purpose: '',
  agent: browser,
  isMarkedPreview: false,
  isFromOwnPages: false,
  isOwnBrowser: false,
  ...changed,
});
const said = (changed: Partial<HitFacts>) => {
  const { class: name, reason } = classOf(facts(changed));
  return `${name}: ${reason}`;
};
const bot = { ...browser, machine: 'bot_google' };
const preview = { ...browser, machine: 'preview_slack', isPreview: true };

test.each<[Partial<HitFacts>, string]>([
  [{}, 'human: browser'],
  [{ agent: { ...browser, app: 'Instagram' } }, 'human: in_app_browser'],
  [{ method: 'HEAD' }, 'head: head_request'],
  [{ purpose: 'prefetch' }, 'prefetch: purpose_header'],
  [{ purpose: 'Prerender;anonymous' }, 'prefetch: purpose_header'],
  [{ purpose: 'preview' }, 'prefetch: purpose_header'],
  [{ purpose: 'embedded image' }, 'bot: embedded'],
  [{ agent: preview }, 'preview: preview_slack'],
  [{ agent: bot }, 'bot: bot_google'],
  [{ isMarkedPreview: true }, 'owner_preview: preview_parameter'],
  [{ isFromOwnPages: true }, 'owner_preview: own_pages'],
  [{ isOwnBrowser: true }, 'self: own_browser'],
])('%o is %s', (changed, expected) => {
  expect(said(changed)).toBe(expected);
});

describe('where several things are true', () => {
  test.each<[Partial<HitFacts>, string]>([
    [{ method: 'HEAD', agent: bot, isOwnBrowser: true }, 'head: head_request'],
    [{ purpose: 'prefetch', agent: bot }, 'prefetch: purpose_header'],
    [{ purpose: 'embedded frame', agent: preview }, 'bot: embedded'],
    [{ agent: preview, isOwnBrowser: true }, 'preview: preview_slack'],
    [{ agent: bot, isMarkedPreview: true }, 'bot: bot_google'],
    [{ isMarkedPreview: true, isOwnBrowser: true }, 'owner_preview: preview_parameter'],
    [{ isFromOwnPages: true, isOwnBrowser: true }, 'owner_preview: own_pages'],
  ])('%o is %s', (changed, expected) => {
    expect(said(changed)).toBe(expected);
  });
});

test('only a human click counts', () => {
  const classes = ['bot', 'preview', 'prefetch', 'head', 'duplicate', 'self', 'owner_preview', 'flood'] as const;
  expect(classes.filter((name) => isCounted({ class: name, reason: '' }))).toEqual([]);
  expect(isCounted({ class: 'human', reason: '' })).toBe(true);
});
