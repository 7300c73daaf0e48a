import {
  changeApplicationPage,
  confirmApplication,
  decideApplication,
  listApplications,
  type RejectionReason,
  sendApplication,
  withdrawApplication,
} from '@vitrine/contract/applications.ts';
import { mailsAsSent } from '../mails.ts';
import { granted } from '../shelves.ts';
import type { Timeline } from '../timeline.ts';
import type { Program } from './program.opening.ts';

// The application page, and the people who applied.

const questions = [
  { id: 'why', kind: 'long_text', label: 'What would you show your followers, and why?', required: true, choices: [] },
  { id: 'profile', kind: 'social_link', label: 'Where can we see your work?', required: true, choices: [] },
  {
    id: 'topic',
    kind: 'choice',
    label: 'What do you mostly talk about?',
    required: false,
    choices: ['Skincare', 'Makeup', 'Fragrance', 'Sport', 'Something else'],
  },
] as const;

/** The staff’s answer; none: it waits. */
type Answer = { decision: 'approve' } | { decision: 'reject'; reason: RejectionReason; message: string } | 'withdrawn';
type Applicant = {
  /** The number of the day of the season. */
  day: number;
  name: string;
  email: string;
  why: string;
  profile: string;
  topic: string;
  answer?: Answer;
};

const applicants: readonly Applicant[] = [
  {
    day: 34,
    name: 'Noémie Lefèvre',
    email: 'noemie@applicants.test',
    why: 'I film one routine a week, start to finish, and I never cut the part where it goes wrong.',
    profile: 'https://instagram.com/noemie.lefevre.example',
    topic: 'Skincare',
    answer: { decision: 'approve' },
  },
  {
    day: 37,
    name: 'Deal Hunter Daily',
    email: 'deals@applicants.test',
    why: 'We post every discount code that we find, several hundred a day, and we would post yours too.',
    profile: 'https://deals.example/daily',
    topic: 'Something else',
    answer: {
      decision: 'reject',
      reason: 'no_fit',
      message: 'We work with people who use the products themselves. Coupon pages don’t fit our program.',
    },
  },
  {
    day: 46,
    name: 'Piotr Zieliński',
    email: 'piotr@applicants.test',
    why: 'Barber, third generation. My customers ask me about skin all day.',
    profile: 'https://youtube.com/@piotr-barber-example',
    topic: 'Skincare',
    answer: 'withdrawn',
  },
  {
    day: 52,
    name: 'Ayşe Yıldız',
    email: 'ayse@applicants.test',
    why: 'My audience has rosacea, like me. I would show what calms it down, and say so when something doesn’t.',
    profile: 'https://tiktok.com/@ayse.calm.example',
    topic: 'Skincare',
  },
  {
    day: 55,
    name: '王雨桐',
    email: 'yutong@applicants.test',
    why: '我每周做一次平价和贵价的盲测。I run a blind test of a cheap and an expensive product every week, with subtitles.',
    profile: 'https://youtube.com/@blind-test-example',
    topic: 'Makeup',
  },
  {
    day: 57,
    name: 'Kofi Mensah-Boateng',
    email: 'kofi@applicants.test',
    why: 'I swim in the sea all year. Salt, wind and sunscreen: I would like to show how I repair the damage.',
    profile: 'https://instagram.com/kofi.swims.example',
    topic: 'Sport',
  },
  {
    day: 58,
    name: 'Ingrid Solheim',
    email: 'ingrid@applicants.test',
    why: 'Perfume reviews in one sentence. 40,000 people wait for the sentence.',
    profile: 'https://instagram.com/ingrid.one.sentence.example',
    topic: 'Fragrance',
  },
  {
    day: 59,
    name: 'Bartholomew Featherstonehaugh-Cholmondeley',
    email: 'bart@applicants.test',
    why: 'Gentlemen over sixty have skin, too, and nobody talks to us.',
    profile: 'https://youtube.com/@bart-over-sixty-example',
    topic: 'Skincare',
  },
];

async function openPage(timeline: Timeline, { brand, groups }: Program): Promise<void> {
  const staff = await timeline.signIn(brand.staff);
  const body = {
    open: true,
    headline: 'Talk about skin with us',
    body: 'We look for people who finish a bottle before they review it. You choose what you feature, and we never read a script to you.\n\nTell us a little about yourself. Mira reads every application and answers within a week.',
    group: groups.Newcomers,
    questions: questions.map((question) => ({ ...question, choices: [...question.choices] })),
  };
  granted(await staff.call(changeApplicationPage, { params: { merchant: brand.slug }, body }));
}

/** The code in the last email to an applicant, which confirms the address. */
async function codeFor({ ctx }: Timeline, email: string): Promise<string> {
  const mail = (await mailsAsSent(ctx, email)).at(-1);
  const code = /\/apply\/[\w-]+#([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`${email} got no link to confirm`);
  return code;
}

async function apply(timeline: Timeline, { brand }: Program, applicant: Applicant): Promise<string> {
  const { name, email, why, profile, topic } = applicant;
  const answers = Object.entries({ why, profile, topic }).map(([question, answer]) => ({ question, answer }));
  const body = { name, email, answers, accepted: true } as const;
  granted(await timeline.anonymous.call(sendApplication, { params: { merchant: brand.slug }, body }));
  const code = await codeFor(timeline, email);
  timeline.moveTo(new Date(timeline.now().getTime() + 7 * 60_000));
  granted(await timeline.anonymous.call(confirmApplication, { params: { code } }));
  return code;
}

async function answerTo(timeline: Timeline, { brand }: Program, email: string, answer: Answer, code: string) {
  timeline.moveTo(new Date(timeline.now().getTime() + 5 * 3_600_000));
  if (answer === 'withdrawn') {
    granted(await timeline.anonymous.call(withdrawApplication, { params: { code } }));
    return;
  }
  const staff = await timeline.signIn(brand.staff);
  const params = { merchant: brand.slug };
  const found = granted(await staff.call(listApplications, { params, query: { search: email } }))[0];
  if (!found) throw new Error(`${email} has not applied`);
  granted(await staff.call(decideApplication, { params: { ...params, application_id: found.id }, body: answer }));
}

const pageOpensOnDay = 32;

/** The applications of a day of the season, and the answers to them. */
export async function receiveApplications(timeline: Timeline, program: Program, at: Date, day: number): Promise<void> {
  if (day === pageOpensOnDay) {
    timeline.moveTo(at);
    await openPage(timeline, program);
  }
  for (const applicant of applicants.filter((each) => each.day === day)) {
    timeline.moveTo(new Date(at.getTime() + 9 * 3_600_000));
    const code = await apply(timeline, program, applicant);
    if (applicant.answer) await answerTo(timeline, program, applicant.email, applicant.answer, code);
  }
}
