import { Trans, useLingui } from '@lingui/react/macro';
import type { BrandObjection } from '@vitrine/contract/objections.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useAnswers } from './objections.data.ts';

const shortest = 10;

/** One objection as the brand reads it, and the answer or the way to give one. */
export function ObjectionAnswer({
  merchant,
  objection,
  mayAnswer,
}: {
  merchant: string;
  objection: BrandObjection;
  mayAnswer: boolean;
}) {
  const { moment, day } = useDates();
  const { state, answer, text, creator_display_name: name, product_title: title, decline_reason: reason } = objection;
  const [amount, due] = [formatMoney(objection.amount), moment(objection.due_at)];
  const answered = objection.answered_at ? day(objection.answered_at) : '';
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Objection</Trans>
      </h3>
      <p>
        <Trans>
          You declined {amount} for {title}. {name} objects:
        </Trans>
      </p>
      <blockquote>{text}</blockquote>
      {reason ? (
        <p className={desk.quiet}>
          <Trans>Your reason was: {reason}</Trans>
        </p>
      ) : null}
      {state === 'open' ? (
        <p>
          <strong className={`${desk.mark} ${desk.sentence}`} data-look="wait">
            <Trans>Answer by {due}. Without an answer, the commission is credited again.</Trans>
          </strong>
        </p>
      ) : null}
      {state === 'accepted' ? (
        <p>
          <Trans>You accepted it on {answered}. The commission is credited again.</Trans>
        </p>
      ) : null}
      {state === 'rejected' ? (
        <p>
          <Trans>You rejected it on {answered}, with this reason:</Trans>
        </p>
      ) : null}
      {state === 'lapsed' ? (
        <p>
          <Trans>Nobody answered in time, so the commission was credited again on {answered}.</Trans>
        </p>
      ) : null}
      {answer ? <blockquote>{answer}</blockquote> : null}
      {state === 'open' && mayAnswer ? <AnswerForm merchant={merchant} objectionId={objection.id} /> : null}
    </section>
  );
}

function AnswerForm({ merchant, objectionId }: { merchant: string; objectionId: string }) {
  const { t } = useLingui();
  const { accept, reject } = useAnswers(merchant);
  const [answer, setAnswer] = useState('');
  const [isShort, setShort] = useState(false);
  const refuse = () => {
    const said = answer.trim();
    setShort(said.length < shortest);
    if (said.length >= shortest)
      reject.mutate({ objectionId, answer: said }, { onSuccess: () => showToast(t`Objection rejected.`) });
  };
  return (
    <div className={desk.form}>
      <div className={desk.actions}>
        <Button
          busy={accept.isPending}
          onClick={() =>
            accept.mutate(objectionId, { onSuccess: () => showToast(t`Accepted. The commission is credited again.`) })
          }
        >
          <Trans>Accept and credit again</Trans>
        </Button>
      </div>
      <TextArea
        label={t`Reason if you reject it`}
        hint={t`The creator will read this.`}
        rows={3}
        maxLength={1000}
        value={answer}
        error={isShort ? t`Please enter at least 10 characters.` : undefined}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <Refused error={accept.error ?? reject.error} />
      <div className={desk.actions}>
        <Button look="quiet" busy={reject.isPending} onClick={refuse}>
          <Trans>Reject objection</Trans>
        </Button>
      </div>
    </div>
  );
}
