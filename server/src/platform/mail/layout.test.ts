import { expect, test } from 'vitest';
import { renderMail } from './layout.ts';
import { shippedVariants } from '../variants/variants.testing.ts';

const answer = {
  subject: 'Answer: Where is it?',
  heading: 'Here’s our reply',
  paragraphs: ['Hello Ava,', 'It left on <Friday>.', 'You wrote:', { quote: 'Where is it?\n\nPlease.' }],
  facts: [['Amount', '€12.00']],
  reason: 'You asked us something.',
} as const;
const rendered = renderMail(answer, { locale: 'en', variant: shippedVariants.standard });

test("an email's preview text is its content, not the subject again", () => {
  const [first] = /<body[^>]*>\s*<div[^>]*display:none[^>]*>([^<]*)<\/div>/.exec(rendered.html)?.slice(1) ?? [];
  expect(first).toBe('Hello Ava, It left on &lt;Friday&gt;. You wrote: Where is it? Please. Amount: €12.00');
});

test('preview text is cut between two words', () => {
  const { html } = renderMail(
    { ...answer, paragraphs: ['word '.repeat(80)] },
    { locale: 'en', variant: shippedVariants.standard },
  );
  expect(/display:none[^>]*>([^<]*)</.exec(html)?.[1]).toMatch(/^(word )+word…$/);
});

test('quoted text of a user is marked in the plain part too', () => {
  expect(rendered.text).toContain('You wrote:\n\n> Where is it?\n>\n> Please.\n\nAmount: €12.00');
});
