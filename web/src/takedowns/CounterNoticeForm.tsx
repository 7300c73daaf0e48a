import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { counterNoticeBody } from '@vitrine/contract/takedowns.ts';
import cases from '../accounts/cases.module.css';
import { checkedBy } from '../api/checked-by.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Tick } from '../ui/Tick.tsx';
import { showToast } from '../ui/toasts.ts';
import { useCounterNotice } from './own.data.ts';

const check = checkedBy(() => import('@vitrine/contract/takedowns.ts').then(({ counterNoticeBody: body }) => body));

type Input = z.output<typeof counterNoticeBody>;
type Typed = Omit<Input, 'mistake' | 'jurisdiction'> & { mistake: boolean; jurisdiction: boolean };

/** A counter-notice with the statements that the law asks for. */
export function CounterNoticeForm({ takedownId }: { takedownId: string }) {
  const { t } = useLingui();
  const sending = useCounterNotice(takedownId);
  const { register, handleSubmit, formState } = useForm<Typed>({
    resolver: check,
    defaultValues: {
      name: '',
      postal_address: '',
      phone: '',
      statement: '',
      mistake: false,
      jurisdiction: false,
      signature: '',
    },
  });
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(({ mistake, jurisdiction, ...rest }) => {
    if (!mistake || !jurisdiction) return;
    sending.mutate(
      { ...rest, mistake, jurisdiction },
      { onSuccess: () => showToast(t`Counter-notice sent. We pass it on to the person who complained.`) },
    );
  });
  return (
    <form className={cases.form} onSubmit={(event) => void send(event)} noValidate>
      <p className={cases.quiet}>
        <Trans>We pass all of it on to the person who complained, with your name, address and phone number.</Trans>
      </p>
      <TextArea
        {...register('statement')}
        label={t`Why it should be restored`}
        rows={4}
        maxLength={4000}
        error={errors.statement ? t`Please enter at least 10 characters.` : undefined}
      />
      <TextField
        {...register('name')}
        label={t`Your full name`}
        autoComplete="name"
        maxLength={120}
        error={errors.name ? t`Please enter your full name.` : undefined}
      />
      <TextArea
        {...register('postal_address')}
        label={t`Your postal address`}
        rows={2}
        autoComplete="street-address"
        maxLength={500}
        error={errors.postal_address ? t`Please enter your postal address.` : undefined}
      />
      <TextField
        {...register('phone')}
        label={t`Your phone number`}
        type="tel"
        autoComplete="tel"
        maxLength={50}
        error={errors.phone ? t`Please enter your phone number.` : undefined}
      />
      <Tick {...register('mistake')} error={errors.mistake ? t`Please confirm this to continue.` : undefined}>
        <Trans>
          Under penalty of perjury, I believe in good faith that it was removed by mistake or misidentification.
        </Trans>
      </Tick>
      <Tick {...register('jurisdiction')} error={errors.jurisdiction ? t`Please confirm this to continue.` : undefined}>
        <Trans>
          I accept the jurisdiction of the federal court of my district (or, outside the United States, of a court where
          the operator is based), and will accept service from the person who complained or their agent.
        </Trans>
      </Tick>
      <TextField
        {...register('signature')}
        label={t`Your signature`}
        hint={t`Type your full name. It counts as your electronic signature.`}
        maxLength={120}
        error={errors.signature ? t`Please type your full name.` : undefined}
      />
      {sending.error ? (
        <p className={cases.failed} role="alert">
          {t(failureText(sending.error))}
        </p>
      ) : null}
      <div>
        <Button type="submit" busy={isSubmitting || sending.isPending}>
          <Trans>Send counter-notice</Trans>
        </Button>
      </div>
    </form>
  );
}
