import * as z from 'zod/mini';

/** The settings with their defaults and bounds, in days. docs/operate/retention.md explains each. */
export const retentionSettings = {
  KEEP_HITS_DAYS: { usual: 400, least: 90, most: 3_660 },
  KEEP_ADDRESSES_DAYS: { usual: 90, least: 7, most: 3_660 },
  KEEP_EVENTS_DAYS: { usual: 30, least: 7, most: 366 },
  KEEP_NOTIFICATIONS_DAYS: { usual: 180, least: 30, most: 3_660 },
  KEEP_EMAIL_BODIES_DAYS: { usual: 90, least: 14, most: 3_660 },
  KEEP_ANSWERS_DAYS: { usual: 7, least: 1, most: 90 },
  KEEP_DELIVERIES_DAYS: { usual: 30, least: 7, most: 366 },
  KEEP_EXPIRED_DAYS: { usual: 30, least: 1, most: 366 },
  KEEP_SESSIONS_DAYS: { usual: 90, least: 30, most: 3_660 },
  KEEP_DEVICES_DAYS: { usual: 365, least: 30, most: 3_660 },
  KEEP_IMPORTS_DAYS: { usual: 90, least: 30, most: 3_660 },
  KEEP_APPLICATIONS_DAYS: { usual: 180, least: 30, most: 3_660 },
  KEEP_AUDIT_DAYS: { usual: 2_557, least: 366, most: 36_600 },
} as const;

export type RetentionSetting = keyof typeof retentionSettings;
/** How many days each kind of data is kept, by the name of its setting. */
export type RetentionDays = Record<RetentionSetting, number>;

function daysWithin({ usual, least, most }: { usual: number; least: number; most: number }) {
  return z._default(
    z.string().check(
      z.refine((text) => /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most, {
        error: ({ input }) => `is ${JSON.stringify(input)}, but must be a number of days from ${least} to ${most}`,
      }),
    ),
    String(usual),
  );
}

// `as`: the compiler can't follow the names through Object.entries and Object.fromEntries.
const bounds = Object.entries(retentionSettings) as [
  RetentionSetting,
  { usual: number; least: number; most: number },
][];

export const retentionVariables = Object.fromEntries(bounds.map(([name, each]) => [name, daysWithin(each)])) as Record<
  RetentionSetting,
  ReturnType<typeof daysWithin>
>;

export function retentionOf(values: Record<RetentionSetting, string>): RetentionDays {
  return Object.fromEntries(bounds.map(([name]) => [name, Number(values[name])])) as RetentionDays;
}
