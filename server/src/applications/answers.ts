// What applicants answer: checked against the questions of the page, and compared with its rules.
import { normalizedText } from '@vitrine/contract/values/accents.ts';
import type { ApplicationQuestion, ApplicationRule, QuestionKind } from '@vitrine/contract/applications.ts';
import { Refusal } from '../platform/refusal.ts';

/** With its question as it was asked, because the brand can change the page later. */
export type StoredAnswer = { question: string; label: string; kind: QuestionKind; answer: string };

const mostShortLetters = 200;

/** The address of a profile, with https:// if it has no scheme; undefined if it can't be one. */
function profileAddress(typed: string): string | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(typed);
  const url = URL.parse(hasScheme ? typed : `https://${typed}`);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const isPlain = url.username === '' && url.password === '' && /^[^.]+(\.[^.]+)+$/.test(url.hostname);
  return isPlain && url.href.length <= 500 ? url.href : undefined;
}

/** What an answer can be used as, or why not. */
function readAnswer(question: ApplicationQuestion, answer: string): { value: string } | { fault: string } {
  if (question.kind === 'short_text' && answer.length > mostShortLetters)
    return { fault: `must have at most ${mostShortLetters} characters` };
  if (question.kind === 'choice' && !question.choices.includes(answer))
    return { fault: `must be one of the choices: ${question.choices.join(', ')}` };
  if (question.kind !== 'social_link') return { value: answer };
  const address = profileAddress(answer);
  return address === undefined
    ? { fault: 'must be the address of a profile, like https://social.example/name' }
    : { value: address };
}

/** Refuses by question: `answers.<id>`. Questions without an answer are left out. */
export function readAnswers(
  questions: readonly ApplicationQuestion[],
  given: readonly { question: string; answer: string }[],
): StoredAnswer[] {
  const errors: Record<string, string[]> = {};
  const byQuestion = new Map(given.map(({ question, answer }) => [question, answer.trim()]));
  const known = new Set(questions.map(({ id }) => id));
  for (const [index, { question }] of given.entries())
    if (!known.has(question)) errors[`answers.${index}.question`] = ['must be the id of a question of this page'];
  if (byQuestion.size < given.length) errors['answers'] = ['must have one answer for each question'];
  const stored = questions.flatMap((question): StoredAnswer[] => {
    const { id, label, kind, required } = question;
    const answer = byQuestion.get(id) ?? '';
    if (answer === '') {
      if (required) errors[`answers.${id}`] = ['must be answered'];
      return [];
    }
    const read = readAnswer(question, answer);
    if ('value' in read) return [{ question: id, label, kind, answer: read.value }];
    errors[`answers.${id}`] = [read.fault];
    return [];
  });
  if (Object.keys(errors).length > 0) throw new Refusal('validation_failed', { errors });
  return stored;
}

const folded = (text: string) => normalizedText(text, 'NFC').trim().toLowerCase();

function fits(rule: ApplicationRule, answers: readonly StoredAnswer[]): boolean {
  const answer = folded(answers.find(({ question }) => question === rule.question)?.answer ?? '');
  if (rule.test === 'missing') return answer === '';
  const value = folded(rule.value);
  return rule.test === 'is' ? answer === value : answer.includes(value);
}

/** The first rule that fits, and its number from 1. */
export function firstRule(
  rules: readonly ApplicationRule[],
  answers: readonly StoredAnswer[],
): { rule: ApplicationRule; number: number } | undefined {
  const index = rules.findIndex((rule) => fits(rule, answers));
  const rule = rules[index];
  return rule && { rule, number: index + 1 };
}
