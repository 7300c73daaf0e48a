import type { Attribution, AttributionFacts, CodeUse, Touch } from './attribution.ts';
import type { ChangedSettings } from './attribution.settings.ts';
import { dayMs } from './fraud.facts.ts';

// Made-up facts of an order that was placed at noon.

export const placedAt = new Date('2026-11-20T12:00:00.000Z');
export const minuteMs = 60_000;
export const before = (ms: number) => new Date(placedAt.getTime() - ms);

function uuid(number: number): string {
  return `019a0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export function touch(number: number, of: string, more: Partial<Touch> = {}): Touch {
  return {
    hitId: uuid(number),
    linkId: `link ${of}`,
    merchantAccountId: `account ${of}`,
    creatorId: of,
    at: before(minuteMs),
    class: 'human',
    named: false,
    ...more,
  };
}

export function code(of: string, more: Partial<CodeUse> = {}): CodeUse {
  return {
    code: of.toUpperCase(),
    merchantAccountId: `account ${of}`,
    creatorId: of,
    createdAt: before(90 * dayMs),
    endedAt: null,
    ...more,
  };
}

export const standing: ChangedSettings = {
  precedence: 'code',
  model: 'last_click',
  windowDays: 30,
  returnDays: 30,
  changes: [],
};

export function facts(more: Partial<AttributionFacts>): AttributionFacts {
  const touches = more.touches ?? [];
  return {
    placedAt,
    settings: standing,
    clickId: touches.length > 0 ? 'click' : null,
    click: touches.length > 0 ? 'recorded' : 'none',
    touches,
    codes: [],
    unknownCodes: [],
    pauses: [],
    buyers: new Set(),
    ownBrowsers: new Set(),
    accounts: new Map(['ava', 'noor', 'kim'].map((creator) => [`account ${creator}`, []])),
    ...more,
  };
}

export function winnerOf(attribution: Attribution): string | undefined {
  return attribution.kind === 'won' ? attribution.winner.creatorId : undefined;
}

export function outcomeOf(attribution: Attribution): string {
  return attribution.kind === 'waiting' ? 'waiting_for_click' : attribution.outcome;
}
