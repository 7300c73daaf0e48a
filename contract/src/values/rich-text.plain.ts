import type { RichSpan, RichText } from './rich-text.ts';

const plainSpans = (spans: readonly RichSpan[]) =>
  spans.map(({ text, href }) => (href === undefined || href === text ? text : `${text} (${href})`)).join('');

/** The same as plain text: for the text part of emails, and for programs that know no rich text. */
export function plainTextOf(content: RichText): string {
  return content
    .map((block) =>
      block.kind === 'paragraph' || block.kind === 'heading'
        ? plainSpans(block.spans)
        : block.items
            .map((item, place) => `${block.kind === 'numbers' ? `${place + 1}.` : '•'} ${plainSpans(item)}`)
            .join('\n'),
    )
    .join('\n\n');
}
