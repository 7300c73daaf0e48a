import type { SeasonDay } from '../season.ts';
import type { Timeline } from '../timeline.ts';
import type { Chance } from '../visitors.ts';
import { receiveApplications } from './program.applications.ts';
import { campaignDays } from './program.campaign.ts';
import { moneyDays } from './program.money.ts';
import type { Program } from './program.opening.ts';
import { peopleDays } from './program.people.ts';
import { liveProgramDay } from './program.season.ts';

/** Everything that happens in the program on one day of the season. */
export async function liveProgram(timeline: Timeline, chance: Chance, program: Program, day: SeasonDay): Promise<void> {
  await liveProgramDay(timeline, chance, program, day);
  if (day.opens < day.closes) await receiveApplications(timeline, program, day.opens, day.index);
}

/** What needs the commissions of the day to be up to date. */
export async function closeProgramDay(timeline: Timeline, program: Program, { index }: SeasonDay): Promise<void> {
  for (const days of [peopleDays, moneyDays, campaignDays]) await days[index]?.(timeline, program);
}
