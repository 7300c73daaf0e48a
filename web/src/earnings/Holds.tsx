import { Trans } from '@lingui/react/macro';
import type { Explanation, Hold } from '@vitrine/contract/orders.ts';
import { useMoments } from '../accounts/moments.ts';
import styles from './Explanation.module.css';

type HoldsProps = Pick<Explanation, 'lines'> & { reader: 'creator' | 'brand' };

/** What the brand answered on what was held; where it answered differently, of which line. */
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
  if (hold.state === 'waiting')
    return reader === 'brand' ? (
      <Trans>It is on hold until you release or decline it.</Trans>
    ) : (
      <Trans>It is on hold until the brand has reviewed it.</Trans>
    );
  return hold.state === 'released' ? (
    <Released hold={hold} reader={reader} />
  ) : (
    <Declined hold={hold} reader={reader} />
  );
}

function Released({ hold: { at }, reader }: AnswerProps) {
  const { day } = useMoments();
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
  const { day } = useMoments();
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
