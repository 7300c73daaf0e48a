import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OrderRules } from '@vitrine/contract/merchants.ts';
import { type FormEvent, useState } from 'react';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import { showToast } from '../ui/toasts.ts';
import { orderRulesQuery, useOrderRulesMutation } from './order-rules.data.ts';
import styles from './terms.module.css';

/** What earns commission besides products, and the currencies that the brand accepts. */
export function OrderRulesSection({ merchant }: { merchant: string }) {
  const { data: rules } = useQuery(orderRulesQuery(merchant));
  if (!rules) return null;
  return (
    <section className={desk.section} aria-labelledby="order-rules">
      <div className={desk.sectionHead}>
        <h2 id="order-rules">
          <Trans>What earns commission</Trans>
        </h2>
        <p className={desk.quiet}>
          <Trans>Changes apply to orders that arrive from now on.</Trans>
        </p>
      </div>
      <LineKinds merchant={merchant} rules={rules} />
      <Currencies key={rules.accepted_currencies.join(' ')} merchant={merchant} rules={rules} />
    </section>
  );
}

type PartProps = { merchant: string; rules: OrderRules };

function LineKinds({ merchant, rules: { earning_line_kinds: earning } }: PartProps) {
  const { t } = useLingui();
  const change = useOrderRulesMutation(merchant);
  const kinds = [
    ['gift_card', t`Gift cards`, t`If both the card and what is later bought with it earn, you pay twice.`],
    ['tip', t`Tips`, undefined],
    ['donation', t`Donations`, t`Products whose category is “Donation”, and lines that your shop marks as one.`],
  ] as const;
  return (
    <div>
      <p className={styles.ruleIntro}>
        <Trans>Products earn commission by your rates. Shipping, duties and taxes never do.</Trans>
      </p>
      {kinds.map(([kind, label, hint]) => (
        <Switch
          key={kind}
          label={label}
          hint={hint}
          on={earning.includes(kind)}
          disabled={change.isPending}
          onTurn={(on) =>
            change.mutate({ earning_line_kinds: on ? [...earning, kind] : earning.filter((each) => each !== kind) })
          }
        />
      ))}
      <Refused error={change.error} />
    </div>
  );
}

function Currencies({ merchant, rules: { currency, accepted_currencies: accepted } }: PartProps) {
  const { t } = useLingui();
  const change = useOrderRulesMutation(merchant);
  const [typed, setTyped] = useState(accepted.join(', '));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const codes = [
      ...new Set(
        typed
          .toUpperCase()
          .split(/[\s,;]+/)
          .filter(Boolean),
      ),
    ];
    const wrong = codes.find((code) => !/^[A-Z]{3}$/.test(code));
    setError(wrong && t`“${wrong}” isn’t a currency code. Enter codes with three letters, like EUR, GBP.`);
    if (wrong) return;
    change.mutate(
      { accepted_currencies: codes },
      { onSuccess: () => showToast(t`Saved. Waiting orders are decided now.`) },
    );
  };
  return (
    <form className={desk.form} onSubmit={submit} noValidate>
      <TextField
        label={t`Other currencies you accept (optional)`}
        name="accepted_currencies"
        value={typed}
        maxLength={300}
        hint={t`Your own is ${currency}. Orders in a currency that isn’t listed wait for you and earn nothing.`}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
      <Refused error={change.error} />
      <div>
        <Button type="submit" look="quiet" small busy={change.isPending}>
          <Trans>Save currencies</Trans>
        </Button>
      </div>
    </form>
  );
}
