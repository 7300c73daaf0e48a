import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileUnknown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Explanation as Told, Hold } from '@vitrine/contract/orders.ts';
import { useMoments } from '../accounts/moments.ts';
import { ApiProblem } from '../api/problem.ts';
import { difference, formatMoney, isZero } from '../format/money.ts';
import { FailedArea } from '../shell/FailedArea.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { FailedState } from '../ui/EmptyState.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { LineSum } from './Arithmetic.tsx';
import { candidateName, outcomeText, stepText, verdictText } from './decision-words.ts';
import { explanationQuery } from './earnings.data.ts';
import styles from './Explanation.module.css';

type ExplanationProps = { orderId: string; merchant: string | undefined; onClose: () => void };

/** "Why this amount?": the decision on one order, told from the click to the cent. */
export function Explanation({ orderId, merchant, onClose }: ExplanationProps) {
  const { t } = useLingui();
  const query = useQuery(explanationQuery(orderId, merchant));
  return (
    <Drawer title={t`Why this amount?`} closeLabel={t`Close`} onClose={onClose}>
      {query.isPending ? <Outline /> : null}
      {query.isError && !query.data ? (
        <Untold error={query.error} retry={() => void query.refetch()} onClose={onClose} />
      ) : null}
      {query.data ? <Story told={query.data} /> : null}
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
        title={t`This order is not here`}
        deed={
          <Button onClick={onClose}>
            <Trans>See all commissions</Trans>
          </Button>
        }
      >
        <Trans>
          It is not one of yours, or its number is written differently. The list shows every order that earned you
          something.
        </Trans>
      </FailedState>
    );
  }
  return <FailedArea icon={icon} title={t`This order cannot be explained right now`} error={error} retry={retry} />;
}

function Story({ told }: { told: Told }) {
  return (
    <div className={styles.story}>
      <Lead told={told} />
      {told.lines.length > 0 ? (
        <section className={styles.part}>
          <h3>
            <Trans>How it adds up</Trans>
          </h3>
          {told.lines.map((line) => (
            <LineSum key={line.line_id} line={line} />
          ))}
          <Total told={told} />
        </section>
      ) : null}
      <Maturity told={told} />
      <Steps told={told} />
      <Candidates told={told} />
      <Papers told={told} />
    </div>
  );
}

function Lead({ told }: { told: Told }) {
  const { day } = useMoments();
  const { commission, reversed } = told;
  const mine = told.candidates.find(
    (candidate) => candidate.mine && ['credited', 'held_self_purchase', 'held_for_review'].includes(candidate.verdict),
  );
  if (!commission || !mine) return <p className={styles.lead}>{outcomeText(told.outcome)}</p>;
  const earned = reversed ? difference(commission, reversed) : commission;
  const [amount, clicked, placed, code] = [
    formatMoney(earned),
    mine.touched_at ? day(mine.touched_at) : '',
    day(told.placed_at),
    mine.reference ?? '',
  ];
  if (mine.via === 'code')
    return (
      <p className={styles.lead}>
        <Trans>
          Somebody used your code {code} on {placed}. That earned you <strong>{amount}</strong>.
        </Trans>
      </p>
    );
  return (
    <p className={styles.lead}>
      {clicked === placed ? (
        <Trans>
          Somebody followed your link on {clicked} and ordered the same day. That earned you <strong>{amount}</strong>.
        </Trans>
      ) : (
        <Trans>
          Somebody followed your link on {clicked} and ordered on {placed}. That earned you <strong>{amount}</strong>.
        </Trans>
      )}
    </p>
  );
}

function Total({ told: { commission, reversed, lines } }: { told: Told }) {
  if (!commission || (lines.length < 2 && (!reversed || isZero(reversed)))) return null;
  const total = formatMoney(reversed ? difference(commission, reversed) : commission);
  return (
    <p className={styles.total}>
      <span>
        <Trans>All in all</Trans>
      </span>
      <strong>{total}</strong>
    </p>
  );
}

function Maturity({ told }: { told: Told }) {
  const { day, daysUntil } = useMoments();
  const { commission, reversed } = told;
  if (!commission || !told.credited_to?.mine) return null;
  const holds = told.lines.filter((line) => line.hold !== null);
  const isTakenBack = reversed !== null && isZero(difference(commission, reversed));
  const on = told.matures_at && !isTakenBack ? day(told.matures_at) : '';
  if (holds.length === 0 && !on) return null;
  return (
    <section className={styles.part}>
      <h3>
        <Trans>When is it mine?</Trans>
      </h3>
      <Holds lines={holds} />
      {on && told.matures_at ? (
        <p>
          {daysUntil(told.matures_at) > 0 ? (
            <Trans>
              The shopper may send things back until {on}. On that day it becomes current, unless a refund takes it
              back.
            </Trans>
          ) : (
            <Trans>The return window ended on {on}.</Trans>
          )}
        </p>
      ) : null}
    </section>
  );
}

/** What the brand said on what was held; where it said several things, of which line. */
function Holds({ lines }: Pick<Told, 'lines'>) {
  const said = new Map(lines.flatMap((line) => (line.hold ? [[line.hold.state, line.hold] as const] : [])));
  if (said.size === 1)
    return [...said.values()].map((hold) => (
      <p key={hold.state}>
        <Word hold={hold} />
      </p>
    ));
  return lines.map(({ line_id: id, title, hold }) =>
    hold ? (
      <p key={id}>
        {title}: <Word hold={hold} />
      </p>
    ) : null,
  );
}

function Word({ hold: { state, at } }: { hold: Hold }) {
  const { day } = useMoments();
  const on = at ? day(at) : '';
  if (state === 'waiting')
    return <Trans>It is on hold until the brand has looked at it. It does not move on by itself.</Trans>;
  if (state === 'released')
    return on ? (
      <Trans>It was on hold. The brand looked at it and released it on {on}.</Trans>
    ) : (
      <Trans>It was on hold. The brand looked at it and released it.</Trans>
    );
  return on ? (
    <Trans>It was on hold. The brand looked at it and declined it on {on}.</Trans>
  ) : (
    <Trans>It was on hold. The brand looked at it and declined it.</Trans>
  );
}

/** The rules that were asked, one after the other, and what each said. */
export function Steps({ told, reader = 'creator' }: { told: Told; reader?: 'creator' | 'brand' }) {
  const { t } = useLingui();
  const { moment } = useMoments();
  const words = { passed: t`Yes`, failed: t`No`, chosen: t`Chosen`, not_chosen: t`Not chosen`, noted: t`Noted` };
  return (
    <section className={styles.part}>
      <h3>
        <Trans>How it was decided</Trans>
      </h3>
      <ol className={styles.steps}>
        {told.steps.map((step, index) => (
          // A decision's steps never change their order, and a rule may be asked more than once.
          <li key={`${step.rule} ${index}`} className={styles.step} data-verdict={step.verdict}>
            <span className={styles.mark} aria-hidden="true" />
            <span>
              <Hidden>{words[step.verdict]}: </Hidden>
              {stepText(step, { candidates: told.candidates, moment, reader })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Candidates({ told, reader = 'creator' }: { told: Told; reader?: 'creator' | 'brand' }) {
  const { moment } = useMoments();
  if (told.candidates.length < 2) return null;
  return (
    <section className={styles.part}>
      <h3>
        <Trans>Who could have earned it</Trans>
      </h3>
      <ul className={styles.candidates}>
        {told.candidates.map((candidate, index) => (
          <li key={`${candidate.via} ${index}`} data-mine={candidate.mine || undefined}>
            <span className={styles.candidate}>
              {candidateName(candidate, { moment, candidates: told.candidates, reader })}
            </span>
            <span className={styles.quiet}>{verdictText(candidate.verdict)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What one would name to the brand when asking about it. */
function Papers({ told }: { told: Told }) {
  const { moment } = useMoments();
  const rows = [
    { key: 'order', name: <Trans>Order</Trans>, value: told.order_id },
    { key: 'received', name: <Trans>Reported by the shop</Trans>, value: moment(told.received_at) },
    { key: 'decided', name: <Trans>Decided</Trans>, value: told.decided_at ? moment(told.decided_at) : undefined },
    { key: 'terms', name: <Trans>Version of the terms</Trans>, value: told.terms_version?.toString() },
    { key: 'rules', name: <Trans>Version of the rules</Trans>, value: String(told.rules_version) },
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
