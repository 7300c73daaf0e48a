import * as z from 'zod/mini';

/** Some text of one style. `href` is an https address. A line break is `\n`. */
const richSpan = z.strictObject({
  text: z.string(),
  bold: z.optional(z.literal(true)),
  italic: z.optional(z.literal(true)),
  href: z.optional(z.string()),
});
export type RichSpan = z.output<typeof richSpan>;

const spans = z.array(richSpan);

/** Everything that a rich text can be made of. Screens and emails show these elements, and have no way to show others. */
const richBlock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('paragraph'), spans }),
  z.strictObject({ kind: z.literal('heading'), spans }),
  z.strictObject({ kind: z.literal('bullets'), items: z.array(spans) }),
  z.strictObject({ kind: z.literal('numbers'), items: z.array(spans) }),
]);
export type RichBlock = z.output<typeof richBlock>;

export const richText = z.array(richBlock);
export type RichText = z.output<typeof richText>;
