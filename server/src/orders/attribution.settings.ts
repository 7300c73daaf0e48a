import * as z from 'zod/mini';

// The brand's settings that choose who earns. An order is decided by those in effect at its click (docs/decisions/0078).

const settings = {
  precedence: z.enum(['code', 'link']),
  model: z.enum(['last_click', 'first_click']),
  windowDays: z.int(),
  returnDays: z.int(),
};

/** In an order's basis. */
export const changedSettings = {
  ...settings,
  /** What the settings were before each of their changes, the latest change first. */
  changes: z._default(
    z.array(
      z.strictObject({
        at: z.string(),
        precedence: z.optional(settings.precedence),
        model: z.optional(settings.model),
        windowDays: z.optional(settings.windowDays),
        returnDays: z.optional(settings.returnDays),
      }),
    ),
    [],
  ),
};

const shape = z.strictObject(changedSettings);
export type ChangedSettings = z.output<typeof shape>;
export type AttributionSettings = Omit<ChangedSettings, 'changes'>;

/** The settings in effect at a time: those of today, with each later change taken back. */
export function settingsAt(
  { precedence, model, windowDays, returnDays, changes }: ChangedSettings,
  at: Date,
): AttributionSettings {
  const then = { precedence, model, windowDays, returnDays };
  for (const { at: changedAt, ...before } of changes) {
    if (new Date(changedAt) <= at) break;
    for (const [name, value] of Object.entries(before)) if (value !== undefined) Object.assign(then, { [name]: value });
  }
  return then;
}

/** `from` is included; undefined: without a beginning or end. */
export type SettingPeriod = { from: Date | undefined; until: Date | undefined; settings: AttributionSettings };

/** The times between changes, the latest first, each with its settings. */
export function settingPeriods(of: ChangedSettings): SettingPeriod[] {
  const edges = of.changes.map(({ at }) => new Date(at));
  return [undefined, ...edges].map((until, index) => {
    const from = edges[index];
    return { from, until, settings: settingsAt(of, from ?? new Date(0)) };
  });
}
