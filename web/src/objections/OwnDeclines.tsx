import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OwnDecline, Objection } from '@vitrine/contract/objections.ts';
import { type FormEvent, useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { ApiProblem } from '../api/problem.ts';
import { formatMoney } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { declinedQuery, useObject } from './objections.data.ts';
import styles from '../orders/OrderExplanation.module.css';

const shortest = 10;

/** The creator's declined commissions of an order: the reason, and the objection or the way to send one. */
export function OwnDeclines({ orderId, merchant }: { orderId: string; merchant: string | undefined }) {
  const { merchant_accounts: accounts } = useUser();
  const account = accounts.find(({ slug }) => slug === merchant) ?? (accounts.length === 1 ? accounts[0] : undefined);
  return account ? (
    <OwnDeclinesAt accountId={account.id} orderId={orderId} brand={account.merchant_display_name} />
  ) : null;
}

type AtProps = { accountId: string; orderId: string; brand: string };

function OwnDeclinesAt({ accountId, orderId, brand }: AtProps) {
  const query = useQuery(declinedQuery(accountId, orderId));
  return query.data?.map((declined) => (
    <section key={declined.commission_id} className={styles.part}>
      <h3>
        <Trans>Objection</Trans>
      </h3>
      {declined.objection ? (
        <Sent objection={declined.objection} brand={brand} />
      ) : (
        <Offer declined={declined} orderId={orderId} brand={brand} />
      )}
    </section>
  ));
}

/** What became of an objection, and when. */
function Sent({ objection, brand }: { objection: Objection; brand: string }) {
  const { day } = useDates();
  const { state, answer, text } = objection;
  const [sent, due] = [day(objection.created_at), day(objection.due_at)];
  const answered = objection.answered_at ? day(objection.answered_at) : '';
  return (
    <>
      <p>
        {state === 'open' ? (
          <Trans>
            You objected on {sent}. {brand} has until {due} to answer. Without an answer, the commission is credited
            again.
          </Trans>
        ) : null}
        {state === 'accepted' ? (
          <Trans>
            {brand} accepted your objection on {answered}. The commission is credited again.
          </Trans>
        ) : null}
        {state === 'lapsed' ? (
          <Trans>
            {brand} didn’t answer by {due}, so the commission was credited again on {answered}.
          </Trans>
        ) : null}
        {state === 'rejected' ? (
          <Trans>
            {brand} rejected your objection on {answered}. The commission stays declined.
          </Trans>
        ) : null}
      </p>
      <blockquote className={styles.reason}>{text}</blockquote>
      {answer ? (
        <>
          <p>
            <Trans>{brand} answered:</Trans>
          </p>
          <blockquote className={styles.reason}>{answer}</blockquote>
        </>
      ) : null}
    </>
  );
}

function Offer({ declined, orderId, brand }: { declined: OwnDecline; orderId: string; brand: string }) {
  const { t } = useLingui();
  const { day } = useDates();
  const send = useObject(orderId);
  const [text, setText] = useState('');
  const [isShort, setShort] = useState(false);
  const [amount, title] = [formatMoney(declined.amount), declined.product_title];
  if (!declined.may_object_until)
    return (
      <p>
        <Trans>The time in which you could object is over.</Trans>
      </p>
    );
  const until = day(declined.may_object_until);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    setShort(said.length < shortest);
    if (said.length < shortest) return;
    send.mutate(
      { commissionId: declined.commission_id, text: said },
      { onSuccess: () => showToast(t`Objection sent. The brand has 7 days to answer.`) },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <p>
        <Trans>
          Do you think {brand} is wrong to decline {amount} for {title}? You can object once, until {until}. {brand}{' '}
          then has 7 days to answer. Without an answer, the commission is credited again.
        </Trans>
      </p>
      <TextArea
        label={t`Your objection`}
        hint={t`${brand} will read this.`}
        rows={4}
        maxLength={1000}
        value={text}
        error={isShort ? t`Please enter at least 10 characters.` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {send.error ? (
        <p role="alert">{t(failureText(send.error instanceof ApiProblem ? send.error : undefined))}</p>
      ) : null}
      <p>
        <Button type="submit" busy={send.isPending}>
          <Trans>Send objection</Trans>
        </Button>
      </p>
    </form>
  );
}
