import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { parseDecimal } from '@vitrine/contract/values/amounts.ts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { ClaimRow } from './ClaimRow.tsx';
import { claimsQuery, useClaims } from './claims.data.ts';
import styles from './claims.module.css';

type Way = 'number' | 'day';

/** A question about a missing order at one storefront, and the answers so far. */
export function MissingOrders({ account }: { account: MerchantAccount }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(claimsQuery(account.id));
  const claims = query.data?.pages.flatMap((page) => page.data) ?? [];
  const brand = account.merchant_display_name;
  return (
    <section className={styles.claims} aria-label={t`Missing orders at ${brand}`}>
      <h3 className={styles.heading}>
        <Trans>Missing an order?</Trans>
      </h3>
      <AskForm account={account} />
      {claims.length > 0 ? (
        <ul>
          {claims.map((claim) => (
            <ClaimRow key={claim.id} claim={claim} account={account} />
          ))}
        </ul>
      ) : null}
      <ShowMore query={query} />
    </section>
  );
}

function AskForm({ account }: { account: MerchantAccount }) {
  const { t } = useLingui();
  const { currency } = account;
  const { make } = useClaims(account.id);
  const [way, setWay] = useState<Way>('number');
  const [order, setOrder] = useState('');
  const [day, setDay] = useState('');
  const [total, setTotal] = useState('');
  const [isChecked, setChecked] = useState(false);
  const amount = parseDecimal(total.replace(',', '.'), currency);
  const isTotalWrong = amount === undefined || amount <= 0n;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (way === 'number') {
      if (order.trim() !== '') make.mutate({ order: order.trim() }, { onSuccess: () => setOrder('') });
    } else if (day !== '' && !isTotalWrong) make.mutate({ placed_on: day, total: amount.toString() });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Segments
        label={t`How do you know the order?`}
        value={way}
        choices={[
          { value: 'number', label: t`Order number` },
          { value: 'day', label: t`Day and total` },
        ]}
        onChoose={setWay}
      />
      {way === 'number' ? (
        <TextField
          label={t`Order number`}
          hint={t`As the shop wrote it to the shopper.`}
          maxLength={200}
          value={order}
          error={isChecked && make.isIdle && order.trim() === '' ? t`Please enter the order number.` : undefined}
          onChange={(event) => setOrder(event.target.value)}
        />
      ) : (
        <div className={styles.pair}>
          <TextField
            label={t`Day`}
            type="date"
            value={day}
            error={isChecked && day === '' ? t`Please enter the day.` : undefined}
            onChange={(event) => setDay(event.target.value)}
          />
          <TextField
            label={t`Total`}
            inputMode="decimal"
            value={total}
            inside={currency}
            error={isChecked && isTotalWrong ? t`Please enter an amount like 48.00.` : undefined}
            onChange={(event) => setTotal(event.target.value)}
          />
        </div>
      )}
      {make.error ? (
        <p role="alert">{t(failureText(make.error instanceof ApiProblem ? make.error : undefined))}</p>
      ) : null}
      <div>
        <Button type="submit" look="quiet" busy={make.isPending}>
          <Trans>Find order</Trans>
        </Button>
      </div>
    </form>
  );
}
