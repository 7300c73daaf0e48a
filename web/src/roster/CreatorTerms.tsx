import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorProfile } from '@vitrine/contract/roster.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { rateTexts } from '../terms/rate-kinds.tsx';

/** What this creator earns by the terms in effect, and by those that are announced. */
export function CreatorTerms({ creator: { terms } }: { creator: CreatorProfile }) {
  const { t } = useLingui();
  const { day } = useDates();
  return (
    <section className={desk.section} aria-labelledby="terms">
      <h2 id="terms">
        <Trans>Terms</Trans>
      </h2>
      {terms.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>You haven’t published any terms yet.</Trans>
        </p>
      ) : null}
      {terms.map(({ version, effective_at: at, rules }, place) => {
        const from = day(at);
        return (
          <div key={version} className={desk.section}>
            <h3>{place === 0 ? t`Version ${version}, since ${from}` : t`Version ${version}, from ${from}`}</h3>
            <dl className={desk.facts}>
              {rules.map((rule) => (
                <div key={[rule.because, rule.sku, rule.category, rule.starts_at, rule.new_customers_only].join(' ')}>
                  <dt>
                    {rule.sku ?? rule.category ?? t`All products`}
                    <RuleLimits rule={rule} />
                  </dt>
                  <dd>{rateTexts(rule).label()}</dd>
                </div>
              ))}
            </dl>
          </div>
        );
      })}
    </section>
  );
}

type RuleLimitsProps = { rule: CreatorProfile['terms'][number]['rules'][number] };

/** Whom a rule is for, and on which clicks it counts. */
function RuleLimits({ rule }: RuleLimitsProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const from = rule.starts_at && day(rule.starts_at);
  const until = rule.ends_at && day(rule.ends_at);
  const whose = rule.because.startsWith('creator')
    ? t`For this creator`
    : rule.because.startsWith('group')
      ? t`For their group`
      : '';
  const when = from && until ? t`from ${from} until ${until}` : from ? t`from ${from}` : until ? t`until ${until}` : '';
  return [whose, when].filter(Boolean).map((text) => (
    <span key={text} className={desk.under}>
      {text}
    </span>
  ));
}
