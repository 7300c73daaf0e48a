import { Trans } from '@lingui/react/macro';
import type { Explanation, Hold } from '@vitrine/contract/decisions.ts';
import { useDates } from '../accounts/dates.ts';
import styles from './OrderExplanation.module.css';

type HoldsProps = Pick<Explanation, 'lines'> & { reader: 'creator' | 'brand' };

/** The brand's review of held commissions, by line where the answers differ. */
export function Holds({ lines, reader }: HoldsProps) {
  const answers = new Map(
    lines.flatMap((line) => (line.hold ? [[`${line.hold.state} ${line.hold.reason ?? ''}`, line.hold] as const] : [])),
  );
  if (answers.size === 1)
    return [...answers.values()].map((hold) => (
      <div key={hold.state}>
        <p>
          <Answer hold={hold} reader={reader} />
        </p>
        <Reason hold={hold} />
      </div>
    ));
  return lines.map(({ line_id: id, title, hold }) =>
    hold ? (
      <div key={id}>
        <p>
          {title}: <Answer hold={hold} reader={reader} />
        </p>
        <Reason hold={hold} />
      </div>
    ) : null,
  );
}

function Reason({ hold: { reason } }: { hold: Hold }) {
  return reason ? <blockquote className={styles.reason}>{reason}</blockquote> : null;
}

type AnswerProps = { hold: Hold; reader: HoldsProps['reader'] };

function Answer({ hold, reader }: AnswerProps) {
  if (hold.state === 'waiting') return <Waiting hold={hold} reader={reader} />;
  if (hold.state === 'expired') return <Expired hold={hold} reader={reader} />;
  return hold.state === 'released' ? (
    <Released hold={hold} reader={reader} />
  ) : (
    <Declined hold={hold} reader={reader} />
  );
}

function Waiting({ hold: { expires_at: expiresAt }, reader }: AnswerProps) {
  const { day } = useDates();
  const until = expiresAt ? day(expiresAt) : '';
  return reader === 'brand' ? (
    <Trans>It’s on hold. If you don’t decide by {until}, it’s released automatically.</Trans>
  ) : (
    <Trans>We’re checking this order. If the brand doesn’t decide by {until}, it’s released automatically.</Trans>
  );
}

function Expired({ hold: { at }, reader }: AnswerProps) {
  const { day } = useDates();
  const on = at ? day(at) : '';
  return reader === 'brand' ? (
    <Trans>It was on hold. You didn’t decide in time, so it was released on {on}.</Trans>
  ) : (
    <Trans>It was on hold. The brand didn’t decide in time, so it was released on {on}.</Trans>
  );
}

function Released({ hold: { at }, reader }: AnswerProps) {
  const { day } = useDates();
  const on = at ? day(at) : '';
  if (reader === 'brand')
    return on ? (
      <Trans>It was on hold. You released it on {on}.</Trans>
    ) : (
      <Trans>It was on hold. You released it.</Trans>
    );
  return on ? (
    <Trans>It was on hold. The brand reviewed it and released it on {on}.</Trans>
  ) : (
    <Trans>It was on hold. The brand reviewed it and released it.</Trans>
  );
}

function Declined({ hold: { at, reason }, reader }: AnswerProps) {
  const { day } = useDates();
  const on = at ? day(at) : '';
  if (reader === 'brand') {
    if (!on) return <Trans>It was on hold. You declined it.</Trans>;
    return reason ? (
      <Trans>It was on hold. You declined it on {on}, and told the creator why:</Trans>
    ) : (
      <Trans>It was on hold. You declined it on {on}.</Trans>
    );
  }
  if (!on) return <Trans>It was on hold. The brand reviewed it and declined it.</Trans>;
  return reason ? (
    <Trans>It was on hold. The brand declined it on {on} and gave this reason:</Trans>
  ) : (
    <Trans>It was on hold. The brand declined it on {on}.</Trans>
  );
}
