import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ShopConnection } from '@vitrine/contract/connections.ts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useConnectionMutations } from './shops.data.ts';

/** For how long the renewals of a subscription earn. */
export function Renewals({ merchant, connection }: { merchant: string; connection: ShopConnection }) {
  const { t } = useLingui();
  const { change } = useConnectionMutations(merchant, connection.kind);
  const [months, setMonths] = useState(String(connection.renewal_months));
  const problem = change.error instanceof ApiProblem ? change.error : undefined;
  const wrong = /^\d{1,2}$/.test(months.trim()) ? undefined : t`Enter a whole number from 0 to 36.`;
  const [isChecked, setChecked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (wrong !== undefined) return;
    change.mutate(Number(months.trim()), {
      onSuccess: ({ renewal_months: saved }) =>
        showToast(
          plural(saved, {
            one: 'Saved. Renewals of new subscriptions earn for # month.',
            other: 'Saved. Renewals of new subscriptions earn for # months.',
          }),
        ),
    });
  };
  return (
    <section className={desk.section} aria-labelledby="renewals">
      <h2 id="renewals">
        <Trans>Renewals of subscriptions</Trans>
      </h2>
      <form className={desk.form} onSubmit={submit} noValidate aria-labelledby="renewals">
        <TextField
          label={t`Months in which renewals earn`}
          name="renewal_months"
          inputMode="numeric"
          value={months}
          hint={t`Each renewal earns for the creator whose link led to the subscription. With 0, only the first payment does. Subscriptions that were sold before keep their months.`}
          error={(isChecked ? wrong : undefined) ?? problem?.errors['renewal_months']?.join('; ')}
          onChange={(event) => setMonths(event.target.value)}
        />
        <Refused error={problem?.code === 'validation_failed' ? null : change.error} />
        <div className={desk.actions}>
          <Button type="submit" look="quiet" busy={change.isPending}>
            <Trans>Save months</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}
