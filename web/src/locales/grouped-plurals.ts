import type { I18n, MessageDescriptor, MessageOptions } from '@lingui/core';

type Values = Record<string, unknown>;

// Lingui writes the numbers of plurals itself. It can take their format, but only with each single message.
const formats = { number: { useGrouping: 'always' } } as const;

/** Groups the thousands of numbers in plurals, as in all others (specification, section 9). */
export function groupPlurals(i18n: I18n): void {
  const translate: (id: string, values?: Values, options?: MessageOptions) => string = i18n._.bind(i18n);
  const grouped = (text: string | MessageDescriptor, values?: Values, options?: MessageOptions) =>
    typeof text === 'string'
      ? translate(text, values, { ...options, formats })
      : translate(text.id, text.values ?? values, { ...(text.message && { message: text.message }), formats });
  Object.assign(i18n, { _: grouped, t: grouped });
}
