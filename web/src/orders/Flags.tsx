import { Trans } from '@lingui/react/macro';
import type { OrderDetail } from '@vitrine/contract/orders.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { flagText } from './flag-texts.ts';

/** What the fraud rules found about an order, with the figures behind it. */
export function Flags({ sheet }: { sheet: OrderDetail }) {
  const { moment } = useDates();
  if (sheet.flags.length === 0) return null;
  const isPaidOut = sheet.commissions.some(({ state }) => state === 'processing' || state === 'paid');
  return (
    <section className={desk.part}>
      <h3>
        <Trans>What our checks found</Trans>
      </h3>
      {sheet.flags.map((flag) => (
        <p key={flag.rule}>
          {flagText(flag)} <span className={desk.quiet}>{moment(flag.at)}</span>
        </p>
      ))}
      {isPaidOut ? (
        <p className={desk.quiet}>
          <Trans>The commission is already in a payout, so it isn’t on hold.</Trans>
        </p>
      ) : null}
    </section>
  );
}
