import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { Proof } from '@vitrine/contract/endpoint.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { PasswordAgain } from './PasswordAgain.tsx';
import { useSecondFactor } from '../two-factor/use-second-factor.tsx';
import { prove } from './prove.ts';
import styles from '../sessions/login.module.css';

type WithPasswordProps = {
  title: string;
  /** What pressing the button does. */
  buttonLabel: string;
  run: (proof: string) => Promise<unknown>;
  /** What else is asked, below the password. */
  further?: ReactNode;
  /** What the call needs; every factor of the user if omitted. */
  needed?: Proof;
  /** The proof of a password that was entered already, so that only the second factor is asked for. */
  proof?: string | undefined;
  /** True if an earlier step has unsaved work. */
  isUnsaved?: boolean;
  /** True if the password is all that is asked, so that it can be typed at once. */
  startsAtPassword?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for the password again before a sensitive action, and for the second factor of those who have one. */
export function WithPassword({
  title,
  buttonLabel,
  run,
  further,
  needed = 'factors',
  proof: known,
  isUnsaved = false,
  startsAtPassword = false,
  onClose,
  children,
}: WithPasswordProps) {
  const { t } = useLingui();
  const id = useId();
  const factor = useSecondFactor(needed === 'factors');
  const form = useForm<{ password: string }>({ defaultValues: { password: '' } });
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      const proof = known ?? (await prove(password));
      await factor.confirm(proof);
      await run(proof);
      onClose();
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : undefined;
      if (problem?.errors['password'])
        form.setError('password', { message: t`That’s not your password.` }, { shouldFocus: true });
      else form.setError('root', { message: t(failureText(error)) });
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Drawer
      title={title}
      closeLabel={t`Close`}
      isUnsaved={isUnsaved}
      onClose={onClose}
      foot={
        <Button form={id} type="submit" wide busy={isSubmitting}>
          {buttonLabel}
        </Button>
      }
    >
      <form id={id} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <div>{children}</div>
        {known === undefined ? (
          <PasswordAgain
            {...form.register('password', { required: t`Please enter your password.` })}
            {...(startsAtPassword && { 'data-start-here': true })}
            error={errors.password?.message}
          />
        ) : null}
        {factor.field}
        {further}
      </form>
    </Drawer>
  );
}
