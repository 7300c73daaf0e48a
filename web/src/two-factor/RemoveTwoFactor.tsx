import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { OperatorUser } from '@vitrine/contract/operators.ts';
import { removeTwoFactor } from '@vitrine/contract/two-factor.ts';
import { useForm } from 'react-hook-form';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { failureText } from '../format/refusals.ts';
import { PasswordAgain } from '../passwords/PasswordAgain.tsx';
import { prove } from '../passwords/prove.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';

const shortestReason = 10;

/** For a user who lost their phone and their recovery codes. */
export function RemoveTwoFactor({ person }: { person: OperatorUser }) {
  const { t } = useLingui();
  const removing = useRemoval(person.uid);
  const form = useForm({ defaultValues: { reason: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const { display_name: name } = person;
  const submit = form.handleSubmit(async (input) => {
    await removing.mutateAsync(input).then(
      () => showToast(t`${name} can log in without a code.`),
      (error: unknown) => {
        const problem = error instanceof ApiProblem ? error : undefined;
        if (problem?.errors['password'])
          form.setError('password', { message: t`That’s not your password.` }, { shouldFocus: true });
        else form.setError('root', { message: t(failureText(problem)) });
      },
    );
  });
  return (
    <section className={desk.section} aria-labelledby="two-factor">
      <h3 id="two-factor">
        <Trans>Two-factor login</Trans>
      </h3>
      <p className={desk.quiet}>
        <Trans>
          Turn it off only if {name} lost their phone, passkeys and recovery codes, and you’re sure that it’s them.
          They’re logged out everywhere and get an email with your reason.
        </Trans>
      </p>
      <form className={desk.form} onSubmit={(event) => void submit(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={desk.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <TextField
          label={t`Reason for turning it off`}
          maxLength={500}
          error={errors.reason?.message}
          {...form.register('reason', {
            validate: (reason) => reason.trim().length >= shortestReason || t`Please enter at least 10 characters.`,
          })}
        />
        <PasswordAgain
          {...form.register('password', { required: t`Please enter your password.` })}
          error={errors.password?.message}
        />
        <div className={desk.actions}>
          <Button type="submit" small look="quiet" busy={isSubmitting}>
            <Trans>Turn off two-factor login</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}

function useRemoval(uid: string) {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: async ({ password, reason }: { password: string; reason: string }) => {
      const body = { proof: await prove(password), reason: reason.trim() };
      return (await call(removeTwoFactor, { params: { uid }, body })).data;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
  });
}
