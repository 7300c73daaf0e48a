import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { BrandRules } from '@vitrine/contract/brand-settings.ts';
import { useDates } from '../accounts/dates.ts';
import { EarningsSection } from '../earnings/EarningsSection.tsx';
import { formatMoney } from '../format/money.ts';
import { OwnTermsOf } from '../terms/OwnTerms.tsx';
import { brandRulesQuery } from './brand-settings.data.ts';
import styles from './rules.module.css';
import { SettingChanges } from './SettingChanges.tsx';
import { useSettingTexts } from './setting-texts.ts';

/** How each brand counts clicks and pays, and what it changed. */
export function BrandRulesOf({ accounts }: { accounts: readonly MerchantAccount[] }) {
  return (
    <div className={styles.sections}>
      <p className={styles.intro}>
        <Trans>How each brand decides what you earn. A change never touches clicks that were made before it.</Trans>
      </p>
      {accounts.map((account) => (
        <RulesOf key={account.id} account={account} />
      ))}
    </div>
  );
}

function RulesOf({ account }: { account: MerchantAccount }) {
  const { t } = useLingui();
  const query = useQuery(brandRulesQuery(account.id));
  return (
    <EarningsSection name={account.merchant_display_name} query={query} failed={t`We couldn’t load these rules`}>
      {(rules) => (
        <>
          <OwnTermsOf accountId={account.id} />
          <Rules rules={rules} />
        </>
      )}
    </EarningsSection>
  );
}

function Rules({ rules }: { rules: BrandRules }) {
  const { t } = useLingui();
  const { day } = useDates();
  const { nameOf, valueOf } = useSettingTexts();
  const days = (count: number) => (count === 1 ? t`1 day` : t`${count} days`);
  const minutes = rules.duplicate_window_minutes;
  const facts = [
    ['attribution_window_days', days(rules.attribution_window_days)],
    ['attribution_model', valueOf('attribution_model', rules.attribution_model)],
    ['precedence', valueOf('precedence', rules.precedence)],
    ['return_window_days', days(rules.return_window_days)],
    ['terms_notice_days', days(rules.terms_notice_days)],
    ['payout_minimum', formatMoney(rules.payout_minimum)],
    ['payout_schedule', valueOf('payout_schedule', rules.payout_schedule)],
    ['duplicate_window_minutes', t`${minutes} minutes`],
  ] as const;
  return (
    <>
      <h3 className={styles.heading}>
        <Trans>How orders are counted and paid</Trans>
      </h3>
      <dl className={styles.facts}>
        {facts.map(([field, value]) => (
          <div key={field}>
            <dt>{nameOf(field)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rules.changes.length > 0 ? (
        <>
          <h4 className={styles.heading}>
            <Trans>Changed in the last year</Trans>
          </h4>
          <ul className={styles.changes}>
            {rules.changes.map(({ changed_at: at, changes }) => (
              <li key={at}>
                <SettingChanges changes={changes} changedAt={at} />
                <span className={styles.when}>{day(at)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
