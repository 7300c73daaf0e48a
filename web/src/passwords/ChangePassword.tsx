import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { isPasswordLength } from '@vitrine/contract/passwords.ts';
import { PasswordAgain } from './PasswordAgain.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from '../settings/failures.ts';
import { useChangePassword } from './passwords.data.ts';
import styles from '../settings/settings.module.css';

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const mutation = useChangePassword();
  const form = useForm({ defaultValues: { current: '', next: '' } });
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ current, next }) => {
    await mutation.mutateAsync({ current, next }).then(
      () => {
        showToast(t`Password changed. All your other devices were logged out.`);
        onClose();
      },
      (error: unknown) => {
        const { fields, text } = failureOf(error);
        if (fields.has('password')) form.setError('current', { message: t`That’s not your password.` });
        if (fields.has('new_password'))
          form.setError('next', {
            message: t`Choose a new password that isn’t easy to guess. Don’t use your name or the name of a brand; try three unrelated words.`,
          });
        if (fields.size === 0) form.setError('root', { message: t(text) });
      },
    );
  });
  const reveal = { showLabel: t`Show password`, hideLabel: t`Hide password` };
  return (
    <Drawer
      title={t`Change your password`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="change-password" type="submit" wide busy={isSubmitting}>
          <Trans>Change password</Trans>
        </Button>
      }
    >
      <form id="change-password" className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <PasswordAgain
          {...form.register('current', { required: t`Please enter your password.` })}
          error={errors.current?.message}
        />
        <PasswordField
          {...form.register('next', {
            validate: (next) => isPasswordLength(next) || t`Please choose a password of at least 8 characters.`,
          })}
          {...reveal}
          label={t`New password`}
          autoComplete="new-password"
          error={errors.next?.message}
          hint={t`At least 8 characters. All your other devices will be logged out.`}
        />
      </form>
    </Drawer>
  );
}
