import { changeApplicationPage } from '@vitrine/contract/applications.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Client } from '../../world/client.ts';

export const whyQuestion = { id: 'why', kind: 'long_text', label: 'Why us?', required: true, choices: [] } as const;
const profileQuestion = {
  id: 'profile',
  kind: 'social_link',
  label: 'Your profile',
  required: false,
  choices: [],
} as const;
export const topicQuestion = { id: 'topic', kind: 'choice', label: 'Your topic', required: false } as const;
const questions = () => [
  { ...whyQuestion, choices: [] },
  { ...profileQuestion, choices: [] },
  { ...topicQuestion, choices: ['Skin care', 'Travel'] },
];

/** Opens Glow Lab's page with three questions, as its staff. */
export const setUpApplying = (staff: Client, more: Partial<BodyOf<typeof changeApplicationPage>> = {}) =>
  staff.call(changeApplicationPage, {
    params: { merchant: 'glow-lab' },
    body: {
      open: true,
      headline: 'Join us',
      body: 'We look for people who test.',
      questions: questions(),
      rules: [],
      ...more,
    },
  });
