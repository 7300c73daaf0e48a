import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorUser } from '@vitrine/contract/operators.ts';
import { closeAccount } from '@vitrine/contract/closures.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import desk from '../consoles/Console.module.css';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';

const shortestReason = 10;

/** An operator closes an account; its owner is emailed and can keep it until the day of the erasure. */
export function CloseForUser({ person }: { person: OperatorUser }) {
  const { t } = useLingui();
  const { day } = useDates();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const close = useApiMutation({
    mutationFn: async (given: string) =>
      (await call(closeAccount, { params: { uid: person.uid }, body: { reason: given } })).data,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
  });
  const date = person.erase_after === null ? undefined : day(person.erase_after);
  const submit = () => {
    if (reason.trim().length < shortestReason) setShort(true);
    else close.mutate(reason.trim(), { onSuccess: () => showToast(t`${person.display_name} was emailed.`) });
  };
  return (
    <section className={desk.section} aria-labelledby="close-for-user">
      <h3 id="close-for-user">
        <Trans>Close account</Trans>
      </h3>
      {date === undefined ? (
        <div className={desk.form}>
          <p className={desk.quiet}>
            <Trans>
              The user gets an email with your reason and can keep the account for some days. Then it is erased.
            </Trans>
          </p>
          <TextField
            label={t`Reason for closing`}
            name="closing-reason"
            value={reason}
            maxLength={500}
            hint={t`At least 10 characters. The user reads it.`}
            error={isShort ? t`Please enter at least 10 characters.` : undefined}
            onChange={(event) => {
              setReason(event.target.value);
              setShort(false);
            }}
          />
          <div className={desk.actions}>
            <Button small look="quiet" busy={close.isPending} onClick={submit}>
              <Trans>Close account</Trans>
            </Button>
          </div>
          {close.error ? (
            <p role="alert" className={desk.alert}>
              {close.error instanceof ApiProblem && close.error.code === 'closure_in_the_way'
                ? t`This user is the only owner of a brand or the only operator. Add another one first.`
                : t(failureText(close.error))}
            </p>
          ) : null}
        </div>
      ) : (
        <p className={desk.quiet}>
          {person.erased_at === null ? (
            <Trans>This account is being closed. The user can keep it until {date}.</Trans>
          ) : (
            <Trans>This account is erased.</Trans>
          )}
        </p>
      )}
    </section>
  );
}
