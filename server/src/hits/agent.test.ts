import { list } from 'isbot';
import { describe, expect, test } from 'vitest';
import { describeAgent } from './agent.ts';
import { crawlers, inApp, people, previewFetchers } from './agents.testing.ts';
import { classOf, isCounted } from './classify.ts';

const plain = { method: 'GET', purpose: '', isMarkedPreview: false, isFromOwnPages: false, isOwnBrowser: false };
const classOfAgent = (userAgent: string) => classOf({ ...plain, agent: describeAgent(userAgent) });

test.each(people)('a person: %s', (userAgent) => {
  expect(classOfAgent(userAgent)).toEqual({ class: 'human', reason: 'browser' });
});

test.each(inApp)('a person inside %s: %s', (app, userAgent) => {
  expect(classOfAgent(userAgent)).toEqual({ class: 'human', reason: 'in_app_browser' });
  expect(describeAgent(userAgent).app).toBe(app);
});

test.each(previewFetchers)('a link preview of %s: %s', (reason, userAgent) => {
  expect(classOfAgent(userAgent)).toEqual({ class: 'preview', reason });
});

test.each(crawlers)('a bot: %s', (userAgent) => {
  expect(classOfAgent(userAgent).class).toMatch(/^(bot|preview)$/);
});

test("99.5% of the bot list's patterns that can be written out are classified as bots", () => {
  const patterns = list.filter((pattern) => /^[\w /-]+$/.test(pattern));
  const agents = patterns.map((pattern) => `Mozilla/5.0 (compatible; ${pattern}/2.1; +https://bots.example/about)`);
  const missed = agents.filter((agent) => isCounted(classOfAgent(agent)));
  expect(patterns.length).toBeGreaterThan(60);
  expect(missed.length / agents.length).toBeLessThanOrEqual(0.005);
});

describe('requests that are not counted', () => {
  const agent = describeAgent(people[0] ?? '');
  test.each([
    [{ method: 'HEAD' }, { class: 'head', reason: 'head_request' }],
    [{ purpose: 'prefetch;prerender' }, { class: 'prefetch', reason: 'purpose_header' }],
    [{ purpose: 'preview' }, { class: 'prefetch', reason: 'purpose_header' }],
    [{ purpose: 'embedded image' }, { class: 'bot', reason: 'embedded' }],
    [{ isMarkedPreview: true }, { class: 'owner_preview', reason: 'preview_parameter' }],
    [{ isFromOwnPages: true }, { class: 'owner_preview', reason: 'own_pages' }],
    [{ isOwnBrowser: true }, { class: 'self', reason: 'own_browser' }],
    [{ agent: describeAgent('') }, { class: 'bot', reason: 'empty_user_agent' }],
    [{ agent: describeAgent('   ') }, { class: 'bot', reason: 'empty_user_agent' }],
    [{ agent: describeAgent('Mozilla/5.0') }, { class: 'bot', reason: 'tool_user_agent' }],
  ])('%j', (facts, verdict) => {
    const found = classOf({ ...plain, agent, ...facts });
    expect(found).toEqual(verdict);
    expect(isCounted(found)).toBe(false);
  });
});

test('device, browser and system are recognized', () => {
  const phone = describeAgent(inApp[0]?.[1] ?? '');
  expect(phone).toMatchObject({ device: 'mobile', system: 'iOS' });
  const desk = describeAgent(
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  );
  expect(desk).toMatchObject({ device: 'desktop', browser: 'Chrome', system: 'Windows' });
});
