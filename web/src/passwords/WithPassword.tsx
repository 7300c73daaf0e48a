import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { PasswordAgain } from './PasswordAgain.tsx';
import { prove } from './prove.ts';
import styles from '../sessions/login.module.css';

type WithPasswordProps = {
  title: string;
  /** What pressing the button does. */
  buttonLabel: string;
  run: (proof: string) => Promise<unknown>;
  /** What else proves who it is, below the password. */
  further?: ReactNode;
  /** True if an earlier step has unsaved work. */
  isUnsaved?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for the password again before a sensitive action, and then runs it. */
export function WithPassword({
  title,
  buttonLabel,
  run,
  further,
  isUnsaved = false,
  onClose,
  children,
}: WithPasswordProps) {
  const { t } = useLingui();
  const id = useId();
  const form = useForm<{ password: string }>({ defaultValues: { password: '' } });
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await run(await prove(password));
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
        <PasswordAgain
          {...form.register('password', { required: t`Please enter your password.` })}
          error={errors.password?.message}
        />
        {further}
      </form>
    </Drawer>
  );
}
