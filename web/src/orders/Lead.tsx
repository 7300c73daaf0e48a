import { Trans } from '@lingui/react/macro';
import type { Explanation } from '@vitrine/contract/decisions.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMoney } from '../format/money.ts';
import { verdictText } from './decision-texts.ts';
import styles from './OrderExplanation.module.css';
import { outcomeText } from './outcome-texts.ts';

type Candidate = Explanation['candidates'][number];

/** The result of the order for the creator, in a sentence or two. */
export function Lead({ explanation }: { explanation: Explanation }) {
  const mine = explanation.candidates.find((candidate) => candidate.mine && candidate.verdict === explanation.outcome);
  const { credited_to: credited } = explanation;
  if (!explanation.commission || !credited?.mine || !mine) return <NotCredited explanation={explanation} />;
  return (
    <p className={styles.lead}>
      <Touch mine={mine} placedAt={explanation.placed_at} /> <Earned explanation={explanation} />
    </p>
  );
}

/** Why a creator earned nothing, with the result for their own click or code where another one was credited. */
function NotCredited({ explanation }: { explanation: Explanation }) {
  const own = explanation.candidates.findLast((candidate) => candidate.mine);
  const isOwnOther = explanation.credited_to !== null && own !== undefined && own.verdict !== explanation.outcome;
  return (
    <p className={styles.lead}>
      {outcomeText(explanation, 'creator')}
      {isOwnOther ? ` ${verdictText(own.verdict, true)}` : null}
    </p>
  );
}

function Touch({ mine, placedAt }: { mine: Candidate; placedAt: string }) {
  const { day } = useDates();
  const [clicked, placed, code] = [mine.touched_at ? day(mine.touched_at) : '', day(placedAt), mine.reference ?? ''];
  if (mine.via === 'code')
    return (
      <Trans>
        A shopper used your code {code} on {placed}.
      </Trans>
    );
  return clicked === placed ? (
    <Trans>A shopper clicked your link on {clicked} and ordered the same day.</Trans>
  ) : (
    <Trans>
      A shopper clicked your link on {clicked} and ordered on {placed}.
    </Trans>
  );
}

function Earned({ explanation }: { explanation: Explanation }) {
  const { commission, reversed, net, reversal } = explanation;
  const [gross, back, left] = [commission, reversed, net].map((amount) => (amount ? formatMoney(amount) : ''));
  const isHeld = explanation.lines.some((line) => line.hold?.state === 'waiting');
  if (reversal === 'declined') return <Trans>The brand declined your commission of {gross}.</Trans>;
  if (reversal === 'reversed') return <Trans>Your commission of {gross} was reversed.</Trans>;
  if (isHeld)
    return (
      <Trans>
        Your commission of <strong>{left}</strong> is on hold.
      </Trans>
    );
  return reversal === 'partly_reversed' ? (
    <Trans>
      You earned <strong>{left}</strong>: {gross} less {back} reversed.
    </Trans>
  ) : (
    <Trans>
      You earned <strong>{left}</strong>.
    </Trans>
  );
}
