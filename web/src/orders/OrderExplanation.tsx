import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileUnknown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Explanation } from '@vitrine/contract/decisions.ts';
import { useDates } from '../accounts/dates.ts';
import { ApiProblem } from '../api/problem.ts';
import { formatMoney, isZero } from '../format/money.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { FailedState } from '../ui/EmptyState.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { LineSum } from './Arithmetic.tsx';
import { candidateName, stepText, verdictText } from './decision-texts.ts';
import { explanationQuery } from './explanation.data.ts';
import styles from './OrderExplanation.module.css';
import { Holds } from './Holds.tsx';
import { OwnDeclines } from '../objections/OwnDeclines.tsx';
import { Lead } from './Lead.tsx';
import { RevisionNote } from './RevisionNote.tsx';

type ExplanationProps = { orderId: string; merchant: string | undefined; onClose: () => void };

/** "Why this amount?": explains the decision on one order, from the click to the commission. */
export function OrderExplanation({ orderId, merchant, onClose }: ExplanationProps) {
  const { t } = useLingui();
  const query = useQuery(explanationQuery(orderId, merchant));
  return (
    <Drawer title={t`Why this amount?`} closeLabel={t`Close`} onClose={onClose}>
      {query.isPending ? <Outline /> : null}
      {query.isError && !query.data ? (
        <Untold error={query.error} retry={() => void query.refetch()} onClose={onClose} />
      ) : null}
      {query.data ? <Story explanation={query.data} orderId={orderId} merchant={merchant} /> : null}
    </Drawer>
  );
}

function Untold({ error, retry, onClose }: { error: Error; retry: () => void; onClose: () => void }) {
  const { t } = useLingui();
  const code = error instanceof ApiProblem ? error.code : 'internal';
  const icon = <IconFileUnknown size={28} stroke={1.4} />;
  if (code === 'not_found') {
    return (
      <FailedState
        icon={icon}
        title={t`We couldn’t find this order`}
        action={
          <Button onClick={onClose}>
            <Trans>View all commissions</Trans>
          </Button>
        }
      >
        <Trans>
          It isn’t one of yours, or the order number is wrong. The list shows every order that earned you a commission.
        </Trans>
      </FailedState>
    );
  }
  return <FailedArea icon={icon} title={t`We couldn’t load this order`} error={error} retry={retry} />;
}

type StoryProps = { explanation: Explanation; orderId: string; merchant: string | undefined };

function Story({ explanation, orderId, merchant }: StoryProps) {
  return (
    <div className={styles.story}>
      <Lead explanation={explanation} />
      <RevisionNote explanation={explanation} />
      {explanation.lines.length > 0 ? (
        <section className={styles.part}>
          <h3>
            <Trans>How it’s calculated</Trans>
          </h3>
          {explanation.lines.map((line) => (
            <LineSum key={line.line_id} line={line} explanation={explanation} />
          ))}
          <Total explanation={explanation} />
        </section>
      ) : null}
      <Maturity explanation={explanation} />
      {explanation.credited_to?.mine ? <OwnDeclines orderId={orderId} merchant={merchant} /> : null}
      <Steps explanation={explanation} />
      <Candidates explanation={explanation} />
      <Papers explanation={explanation} />
    </div>
  );
}

function Total({ explanation: { net, reversal, lines } }: { explanation: Explanation }) {
  if (!net || (lines.length < 2 && reversal === 'none')) return null;
  const total = formatMoney(net);
  return (
    <p className={styles.total}>
      <span>{reversal === 'none' ? <Trans>Total</Trans> : <Trans>After reversals</Trans>}</span>
      <strong>{total}</strong>
    </p>
  );
}

function Maturity({ explanation }: { explanation: Explanation }) {
  const { day, daysUntil } = useDates();
  const { net } = explanation;
  if (!net || !explanation.credited_to?.mine) return null;
  const holds = explanation.lines.filter((line) => line.hold !== null);
  const on = explanation.matures_at && !isZero(net) ? day(explanation.matures_at) : '';
  if (holds.length === 0 && !on) return null;
  return (
    <section className={styles.part}>
      <h3>{on ? <Trans>When can I cash out?</Trans> : <Trans>Brand review</Trans>}</h3>
      <Holds lines={holds} reader="creator" />
      {on && explanation.matures_at ? (
        <p>
          {daysUntil(explanation.matures_at) > 0 ? (
            <Trans>
              The shopper can return items until {on}. Your commission becomes available that day, minus any refunds.
            </Trans>
          ) : (
            <Trans>The return window ended on {on}.</Trans>
          )}
        </p>
      ) : null}
    </section>
  );
}

/** The rules that were checked, in order, with their results. */
export function Steps({ explanation, reader = 'creator' }: { explanation: Explanation; reader?: 'creator' | 'brand' }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const resultTexts = {
    passed: t`Passed`,
    failed: t`Not passed`,
    chosen: t`Selected`,
    not_chosen: t`Not selected`,
    noted: t`Note`,
  };
  return (
    <section className={styles.part}>
      <h3>
        <Trans>How it was decided</Trans>
      </h3>
      <ol className={styles.steps}>
        {explanation.steps.map((step, index) => (
          // A decision's steps never change their order, and a rule can be checked more than once.
          <li key={`${step.rule} ${index}`} className={styles.step} data-verdict={step.verdict}>
            <span className={styles.mark} aria-hidden="true" />
            <span>
              <Hidden>{resultTexts[step.verdict]}: </Hidden>
              {stepText(step, { candidates: explanation.candidates, outcome: explanation.outcome, moment, reader })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Candidates({
  explanation,
  reader = 'creator',
}: {
  explanation: Explanation;
  reader?: 'creator' | 'brand';
}) {
  const { moment } = useDates();
  if (explanation.candidates.length < 2) return null;
  return (
    <section className={styles.part}>
      <h3>
        <Trans>Clicks and codes we considered</Trans>
      </h3>
      <ul className={styles.candidates}>
        {explanation.candidates.map((candidate, index) => (
          <li key={`${candidate.via} ${index}`} data-mine={candidate.mine || undefined}>
            <span className={styles.candidate}>
              {candidateName(candidate, { moment, candidates: explanation.candidates, reader })}
            </span>
            <span className={styles.quiet}>{verdictText(candidate.verdict, candidate.mine)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The references a creator can quote to the brand. */
function Papers({ explanation }: { explanation: Explanation }) {
  const { moment } = useDates();
  const rows = [
    { key: 'order', name: <Trans>Order</Trans>, value: explanation.reference ?? explanation.order_id },
    {
      key: 'id',
      name: <Trans>Order ID</Trans>,
      value: explanation.reference === null ? undefined : explanation.order_id,
    },
    { key: 'received', name: <Trans>Reported by the shop</Trans>, value: moment(explanation.received_at) },
    {
      key: 'decided',
      name: <Trans>Decided</Trans>,
      value: explanation.decided_at ? moment(explanation.decided_at) : undefined,
    },
    { key: 'terms', name: <Trans>Terms version</Trans>, value: explanation.terms_version?.toString() },
    { key: 'rules', name: <Trans>Rules version</Trans>, value: String(explanation.rules_version) },
  ];
  return (
    <dl className={styles.papers}>
      {rows.map(({ key, name, value }) =>
        value === undefined ? null : (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Outline() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading the explanation`} className={styles.story}>
      <Bone tall="5rem" />
      <Bone tall="9rem" />
      <Bone tall="9rem" />
    </Loading>
  );
}
