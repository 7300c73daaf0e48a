import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { OrderClaim } from '@vitrine/contract/claims.ts';
import { type FormEvent, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { ApiProblem } from '../api/problem.ts';
import { readEarningsSearch } from '../earnings/search.ts';
import { formatMoney } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useClaims } from './claims.data.ts';
import styles from './claims.module.css';

const shortest = 10;

/** One question with its answer, and the way to ask the brand. */
export function ClaimRow({ claim, account }: { claim: OrderClaim; account: MerchantAccount }) {
  const { moment } = useDates();
  const brand = account.merchant_display_name;
  const name = claim.order_name ?? `${claim.placed_on ?? ''}, ${claim.total ? formatMoney(claim.total) : ''}`;
  return (
    <li className={styles.claim}>
      <p className={styles.name}>
        {claim.order_id ? (
          <Link
            to="/earnings"
            search={(search) => ({
              ...readEarningsSearch(search),
              order: claim.order_id ?? '',
              merchant: account.slug,
            })}
            state={{ openedHere: true }}
            resetScroll={false}
            preload={false}
          >
            <Trans>Order {name}</Trans>
          </Link>
        ) : (
          <Trans>Order {name}</Trans>
        )}
        <span className={styles.at}>{moment(claim.created_at)}</span>
      </p>
      <p>
        <Answer claim={claim} />
      </p>
      <Outcome claim={claim} brand={brand} />
      {claim.may_send ? <SendForm claim={claim} account={account} /> : null}
    </li>
  );
}

/** The same words for an order of someone else and for one that doesn't exist. */
function Answer({ claim }: { claim: OrderClaim }) {
  const { day } = useDates();
  const [placed, touched] = [
    claim.placed_at ? day(claim.placed_at) : '',
    claim.touched_at ? day(claim.touched_at) : '',
  ];
  switch (claim.answer) {
    case 'yours':
      return <Trans>It earned you a commission. Open it to see the amount.</Trans>;
    case 'on_hold':
      return <Trans>It earned you a commission, which is on hold while the brand reviews it.</Trans>;
    case 'declined':
      return <Trans>The brand declined your commission. Open it to read the reason, and to object.</Trans>;
    case 'reversed':
      return <Trans>It earned you a commission, which was reversed by refunds.</Trans>;
    case 'credited_elsewhere':
      return (
        <Trans>It had your link or code, but another link or code counted. Open it to see how it was decided.</Trans>
      );
    case 'outside_window':
      return touched ? (
        <Trans>
          Your link was clicked on {touched} and the order was placed on {placed}, after the attribution window had
          ended.
        </Trans>
      ) : (
        <Trans>The order was placed on {placed}, after the attribution window had ended.</Trans>
      );
    case 'not_decided':
      return <Trans>It isn’t decided yet. Please look again later.</Trans>;
    case 'not_credited':
      return <Trans>It had your link or code, but earned no commission. Open it to see why.</Trans>;
    default:
      return <Trans>We can’t find this order among those that came through your links or codes.</Trans>;
  }
}

/** What the brand was asked, and what it said. */
function Outcome({ claim, brand }: { claim: OrderClaim; brand: string }) {
  const { day } = useDates();
  if (claim.state === 'answered') return null;
  const [sent, replied] = [claim.sent_at ? day(claim.sent_at) : '', claim.replied_at ? day(claim.replied_at) : ''];
  const credited = claim.credited ? formatMoney(claim.credited) : '';
  return (
    <>
      <p>
        {claim.state === 'open' ? (
          <Trans>
            You asked {brand} on {sent}.
          </Trans>
        ) : null}
        {claim.state === 'credited' ? (
          <Trans>
            {brand} credited {credited} on {replied}.
          </Trans>
        ) : null}
        {claim.state === 'rejected' ? (
          <Trans>
            {brand} rejected it on {replied}.
          </Trans>
        ) : null}
      </p>
      {claim.reply ? <blockquote className={styles.reply}>{claim.reply}</blockquote> : null}
    </>
  );
}

function SendForm({ claim, account }: { claim: OrderClaim; account: MerchantAccount }) {
  const { t } = useLingui();
  const { send } = useClaims(account.id);
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const [isShort, setShort] = useState(false);
  const brand = account.merchant_display_name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = note.trim();
    setShort(said.length < shortest);
    if (said.length < shortest) return;
    send.mutate(
      { claimId: claim.id, note: said },
      { onSuccess: () => showToast(t`Sent. You’ll get the answer here and by email.`) },
    );
  };
  if (!isOpen)
    return (
      <div>
        <Button look="quiet" small onClick={() => setOpen(true)}>
          <Trans>Ask {brand}</Trans>
        </Button>
      </div>
    );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label={t`What makes you sure it’s yours?`}
        hint={t`${brand} will read this.`}
        rows={3}
        maxLength={1000}
        value={note}
        error={isShort ? t`Please enter at least 10 characters.` : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
      {send.error ? (
        <p role="alert">{t(failureText(send.error instanceof ApiProblem ? send.error : undefined))}</p>
      ) : null}
      <div>
        <Button type="submit" busy={send.isPending}>
          <Trans>Send to {brand}</Trans>
        </Button>
      </div>
    </form>
  );
}
