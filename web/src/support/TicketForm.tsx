import type * as z from 'zod/mini';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { TicketContext, ticketBody } from '@vitrine/contract/support.ts';
import { checkedBy } from '../api/checked-by.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { SentContext } from './SentContext.tsx';
import { useOpenTicket } from './support.data.ts';
import styles from './support.module.css';

const check = checkedBy(() => import('@vitrine/contract/support.ts').then((contract) => contract.ticketBody));

type TicketFormProps = {
  kind: 'help' | 'problem';
  subjectLabel: string;
  bodyLabel: string;
  /** Details that are sent with the ticket, and shown here. */
  context?: TicketContext;
};

/** A question to the operators. The text stays in the form until it is sent. */
export function TicketForm({ kind, subjectLabel, bodyLabel, context }: TicketFormProps) {
  const { t } = useLingui();
  const opening = useOpenTicket();
  const { register, handleSubmit, formState, setError, reset } = useForm<z.output<typeof ticketBody>>({
    resolver: check,
    defaultValues: { kind, subject: '', body: '', ...(context && { context }) },
  });
  const { errors } = formState;
  const send = handleSubmit((body) =>
    opening.mutate(body, {
      onSuccess: () => reset(),
      onError: (error) => {
        if (!(error instanceof ApiProblem)) return;
        for (const name of ['subject', 'body'] as const)
          if (error.errors[name]) setError(name, { type: 'server' }, { shouldFocus: true });
      },
    }),
  );
  const isFieldError = opening.error instanceof ApiProblem && opening.error.status === 422;
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <TextField
        {...register('subject', { onChange: () => opening.reset() })}
        label={subjectLabel}
        maxLength={120}
        autoComplete="off"
        error={errors.subject ? t`Please enter a title of 3 to 120 characters.` : undefined}
      />
      <TextArea
        {...register('body', { onChange: () => opening.reset() })}
        label={bodyLabel}
        rows={7}
        maxLength={4000}
        error={errors.body ? t`Please describe it in 10 to 4,000 characters.` : undefined}
      />
      {context ? <SentAlong context={context} /> : null}
      {opening.error && !isFieldError ? (
        <p className={styles.failed} role="alert">
          {t(failureText(opening.error))}
        </p>
      ) : null}
      <div className={styles.send}>
        <Button type="submit" busy={formState.isSubmitting || opening.isPending}>
          <Trans>Send</Trans>
        </Button>
        <p className={styles.sent} role="status">
          {opening.isSuccess ? (
            <span ref={bringIntoView}>
              <Trans>Thanks! We got it and will reply by email.</Trans>
            </span>
          ) : null}
        </p>
      </div>
    </form>
  );
}

/** On a phone the message is below the button, which is at the bottom of the window. */
function bringIntoView(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: 'nearest' });
}

function SentAlong({ context }: { context: TicketContext }) {
  const { t } = useLingui();
  return (
    <section className={styles.along} aria-label={t`Included details`}>
      <p className={styles.alongTitle}>
        <Trans>We’ll include these details to help find the cause:</Trans>
      </p>
      <SentContext context={context} />
    </section>
  );
}
