import type { AuditEntry } from '@vitrine/contract/operators.ts';
import { formatMoney } from '../format/money.ts';

// Turns the details of an audit log entry into text. The log itself keeps codes and minor units.

const identifier = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Shortens long identifiers to their first 8 characters, which is enough to tell them apart on a screen. */
export function shortId(id: string): string {
  return identifier.test(id) || id.length > 24 ? `${id.slice(0, 8)}…` : id;
}

function valueText(value: string | number, moment: (at: string) => string): string {
  const text = String(value);
  if (instant.test(text)) return moment(text);
  return identifier.test(text) ? shortId(text) : text.replaceAll('_', ' ');
}

/** `statusOf`: the name of a user's status, for entries about users. */
type Formatters = {
  moment: (at: string) => string;
  nameOf: (key: string) => string | undefined;
  statusOf?: (status: number) => string;
};

/** What was comes before what is; otherwise the details stay in their order. */
const byTime = ([one]: [string, unknown], [other]: [string, unknown]) =>
  Number(other === 'before') - Number(one === 'before');

/**
 * One phrase for each detail, labeled with its name or, without one, with its key. A boolean shows as its name if it is
 * true and is left out if it is false.
 */
export function detailTexts(details: AuditEntry['details'], { moment, nameOf, statusOf }: Formatters): string[] {
  const { amount, currency, ...others } = details;
  const isMoney = typeof amount === 'string' && /^-?\d+$/.test(amount) && typeof currency === 'string';
  const money = isMoney ? [formatMoney({ amount, currency })] : [];
  const rest = Object.entries(isMoney ? others : details)
    .toSorted(byTime)
    .flatMap(([key, value]) => {
      const name = nameOf(key) ?? key.replace(/_(id|at)$/, '').replaceAll('_', ' ');
      if (typeof value === 'boolean') return value ? [name] : [];
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      if (typeof value === 'number' && statusOf && (key === 'before' || key === 'after'))
        return [`${name}: ${statusOf(value)}`];
      return [`${name}: ${key === 'reason' || key === 'note' ? String(value) : valueText(value, moment)}`];
    });
  return [...money, ...rest];
}
