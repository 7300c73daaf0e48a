import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { MonthReached, OwnRate, OwnTerms } from '@vitrine/contract/terms.ts';
import { useDates } from '../accounts/dates.ts';
import { failureText } from '../format/refusals.ts';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { rateTexts } from './rate-kinds.tsx';
import { progressText } from './month-texts.ts';
import { ownRatesQuery, ownTermsQuery } from './own-terms.data.ts';
import styles from './own-terms.module.css';

const mostTitles = 5;

/** What a creator earns on a brand's products, what comes next, and every version of the terms so far. */
export function OwnTermsOf({ accountId }: { accountId: string }) {
  const { t } = useLingui();
  const rates = useQuery(ownRatesQuery(accountId));
  const terms = useQuery(ownTermsQuery(accountId));
  const error = rates.error ?? terms.error;
  if (error)
    return (
      <p role="alert" className={styles.quiet}>
        {t(failureText(error))}
      </p>
    );
  if (!rates.data || !terms.data)
    return (
      <Loading label={t`Loading your commission rates`}>
        <Bone tall="4rem" />
      </Loading>
    );
  return (
    <>
      <h3 className={styles.heading}>
        <Trans>What you earn</Trans>
      </h3>
      {terms.data.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>This brand hasn’t set commission rates yet.</Trans>
        </p>
      ) : (
        <Rates rates={rates.data} />
      )}
      {terms.data.length > 0 ? <History versions={terms.data} /> : null}
    </>
  );
}

function Rates({ rates }: { rates: readonly OwnRate[] }) {
  return (
    <ul className={styles.list}>
      {rates.map((rate, index) => (
        <Rate key={index} rate={rate} />
      ))}
    </ul>
  );
}

/** What products earn, and what else they earn with new customers: "10%, with new customers 15%". */
function pairLabel({ commission, commission_new: ofNew }: Pick<OwnRate, 'commission' | 'commission_new'>): string {
  const all = commission ? rateTexts(commission).label() : t`No commission`;
  if (!ofNew) return all;
  const label = rateTexts({ ...ofNew, new_customers_only: false }).label();
  return commission ? t`${all}; new customers: ${label}` : t`New customers: ${label}`;
}

function Rate({ rate }: { rate: OwnRate }) {
  const { t } = useLingui();
  const { day } = useDates();
  const { titles, count, commission_then: then, reached } = rate;
  const shown = titles.slice(0, mostTitles);
  const more = count - shown.length;
  const [now, until, next] = [pairLabel(rate), then ? day(then.from) : '', then ? pairLabel(then) : ''];
  const names = shown.join(', ');
  return (
    <li>
      <span className={styles.rate}>{then ? t`${now} until ${until}, then ${next}` : now}</span>
      <span className={styles.what}>
        {count === 0 ? t`All products` : more > 0 ? t`${names} and ${more} more` : names}
      </span>
      {reached ? <Progress rate={rate} reached={reached} /> : null}
    </li>
  );
}

/** How far it is to the next tier this month. */
function Progress({ rate: { commission, commission_new: ofNew }, reached }: { rate: OwnRate; reached: MonthReached }) {
  const texts = [commission, ofNew].flatMap((rate) => (rate ? [progressText(rate, reached)] : []));
  return [...new Set(texts)].filter(Boolean).map((text) => (
    <span key={text} className={styles.what}>
      {text}
    </span>
  ));
}

function History({ versions }: { versions: readonly OwnTerms[] }) {
  return (
    <details className={styles.history}>
      <summary>
        <Trans>History of your terms</Trans>
      </summary>
      <ol className={styles.versions}>
        {versions.map((version) => (
          <li key={version.version}>
            <Version version={version} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Version({ version }: { version: OwnTerms }) {
  const { t } = useLingui();
  const { day } = useDates();
  const [number, from] = [String(version.version), day(version.effective_at)];
  const until = version.ended_at ? day(version.ended_at) : '';
  const published = day(version.created_at);
  const states = {
    announced: t`From ${from}`,
    active: until ? t`Active since ${from}, until ${until}` : t`Active since ${from}`,
    past: t`${from} to ${until}`,
    withdrawn: t`Announced for ${from}, never took effect`,
  };
  return (
    <>
      <h4 className={styles.version}>{states[version.state]}</h4>
      <p className={styles.quiet}>
        <Trans>
          Version {number}, published {published}
        </Trans>
      </p>
      {version.note ? <p>{version.note}</p> : null}
      <ul className={styles.list}>
        {version.rules.map((rule, index) => (
          <li key={index}>
            <span className={styles.rate}>{rateTexts(rule).label()}</span>
            <span className={styles.what}>
              <RuleTarget rule={rule} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function RuleTarget({ rule }: { rule: OwnTerms['rules'][number] }) {
  const { t } = useLingui();
  const { day } = useDates();
  const { category } = rule;
  const what = rule.product ?? (category === null ? t`All products` : t`Category ${category}`);
  const whose = { creator: t`just for you`, group: t`for your group`, everyone: '' }[rule.whose];
  const [from, until] = [rule.starts_at ? day(rule.starts_at) : '', rule.ends_at ? day(rule.ends_at) : ''];
  const when = from && until ? t`from ${from} until ${until}` : from ? t`from ${from}` : until ? t`until ${until}` : '';
  return <>{[what, whose, when].filter(Boolean).join(', ')}</>;
}
