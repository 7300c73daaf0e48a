import type * as z from 'zod/mini';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { answerBody, OperatorTicket } from '@vitrine/contract/support.ts';
import { useDates } from '../accounts/dates.ts';
import { checkedBy } from '../api/checked-by.ts';
import { failureText } from '../format/refusals.ts';
import { SentContext } from './SentContext.tsx';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useAnswerTicket } from './tickets.data.ts';
import styles from './tickets.module.css';

const check = checkedBy(() => import('@vitrine/contract/support.ts').then((contract) => contract.answerBody));

/** One ticket with its sender, and its answer or the form to write one. */
export function TicketCard({ ticket }: { ticket: OperatorTicket }) {
  const { moment } = useDates();
  const { sender, context, answer, answered_at: answeredAt } = ticket;
  return (
    <article className={styles.ticket} aria-label={ticket.subject}>
      <header className={styles.head}>
        <h2 className={styles.subject}>{ticket.subject}</h2>
        <p className={styles.about}>
          {ticket.kind === 'problem' ? <Trans>Problem</Trans> : <Trans>Question</Trans>} · {moment(ticket.created_at)}
        </p>
        <p className={styles.about}>
          {sender.display_name}, <a href={`mailto:${sender.email}`}>{sender.email}</a>
        </p>
      </header>
      <p className={styles.body}>{ticket.body}</p>
      {context ? <SentContext context={context} className={styles.context} /> : null}
      {answer !== null && answeredAt !== null ? (
        <div className={styles.answer}>
          <p className={styles.about}>
            <Trans>Answered</Trans> · {moment(answeredAt)}
          </p>
          <p className={styles.body}>{answer}</p>
        </div>
      ) : (
        <AnswerForm ticket={ticket} />
      )}
    </article>
  );
}

function AnswerForm({ ticket }: { ticket: OperatorTicket }) {
  const { t } = useLingui();
  const answering = useAnswerTicket(ticket.id);
  const { register, handleSubmit, formState } = useForm<z.output<typeof answerBody>>({
    resolver: check,
    defaultValues: { answer: '' },
  });
  const { email } = ticket.sender;
  const send = handleSubmit(({ answer }) =>
    answering.mutate(answer, { onSuccess: () => showToast(t`We’re emailing your answer to ${email}.`) }),
  );
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <TextArea
        {...register('answer')}
        label={t`Your answer`}
        rows={4}
        maxLength={4000}
        hint={t`Sent by email and shown in the portal. You can’t change it later.`}
        error={formState.errors.answer ? t`Please write an answer.` : undefined}
      />
      {answering.error ? (
        <p className={styles.failed} role="alert">
          {t(failureText(answering.error))}
        </p>
      ) : null}
      <div>
        <Button type="submit" busy={formState.isSubmitting || answering.isPending}>
          <Trans>Send answer</Trans>
        </Button>
      </div>
    </form>
  );
}
