import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChangedSettings, settingPeriods, settingsAt } from './attribution.settings.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day));
const now = { precedence: 'code', model: 'last_click', windowDays: 7, returnDays: 30, changes: [] } as const;

test('a change counts from its moment on, and not a millisecond before', () => {
  const settings: ChangedSettings = { ...now, changes: [{ at: at(10).toISOString(), windowDays: 30 }] };
  expect(settingsAt(settings, new Date(at(10).getTime() - 1)).windowDays).toBe(30);
  expect(settingsAt(settings, at(10)).windowDays).toBe(7);
});

test('fields that a change left alone are those of the settings after it', () => {
  const settings: ChangedSettings = {
    ...now,
    changes: [
      { at: at(20).toISOString(), precedence: 'link' },
      { at: at(10).toISOString(), windowDays: 30, model: 'first_click' },
    ],
  };
  expect([at(5), at(15), at(25)].map((day) => settingsAt(settings, day))).toMatchObject([
    { precedence: 'link', model: 'first_click', windowDays: 30 },
    { precedence: 'link', model: 'last_click', windowDays: 7 },
    { precedence: 'code', model: 'last_click', windowDays: 7 },
  ]);
});

test('taking changes back gives what was in effect, whatever was changed how often', () => {
  const change = fc.record({ day: fc.integer({ min: 0, max: 60 }), windowDays: fc.integer({ min: 1, max: 365 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), fc.integer({ min: -5, max: 70 }), (made, asked) => {
      const changes = made.toSorted((one, other) => one.day - other.day);
      // As it was lived through, from the beginning on.
      let windowDays = 30;
      let then = windowDays;
      const recorded: ChangedSettings['changes'] = [];
      for (const { day, windowDays: next } of changes) {
        recorded.unshift({ at: at(day).toISOString(), windowDays });
        windowDays = next;
        if (day <= asked) then = next;
      }
      const settings: ChangedSettings = { ...now, windowDays, changes: recorded };
      expect(settingsAt(settings, at(asked)).windowDays).toBe(then);
      const period = settingPeriods(settings).find(
        ({ from, until }) => (from === undefined || from <= at(asked)) && (until === undefined || at(asked) < until),
      );
      expect(period?.settings.windowDays).toBe(then);
    }),
  );
});
