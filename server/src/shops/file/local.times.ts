// Times as shops and spreadsheets write them. Without a zone they are the shop's local time.

const written =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?: ?(?<zone>Z|UTC|[+-]\d{2}:?\d{2}))?)?$/;

export const timeExample = '2026-11-20 14:30, or 2026-11-20T14:30:00Z with a time zone';

/**
 * A time in ISO 8601, also with a space or without a zone: then it is local time in `zone`, and of two possible ones, in
 * the hour that the clock repeats, the first. A day alone means its last second, so that clicks of that day count.
 * Undefined for other texts, such as 11/12/2026, which two countries read differently.
 */
export function readTime(text: string, zone: string): Date | undefined {
  const parts = written.exec(text.trim())?.groups;
  if (!parts) return undefined;
  const time = (parts['time'] ?? '23:59:59').padStart(
    parts['time']?.indexOf(':') === 1 ? (parts['time']?.length ?? 0) + 1 : 0,
    '0',
  );
  try {
    const local = Temporal.PlainDateTime.from(`${parts['day']}T${time}`, { overflow: 'reject' });
    const offset = parts['zone'];
    const at = local.toZonedDateTime(offset === undefined ? zone : offsetZone(offset));
    return new Date(at.epochMilliseconds);
  } catch {
    return undefined;
  }
}

function offsetZone(offset: string): string {
  if (!/^[+-]/.test(offset)) return 'UTC';
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
}
