import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { PasswordAgain } from '../passwords/PasswordAgain.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { useSettingsMutations } from './settings.data.ts';
import styles from './settings.module.css';

export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { email: mutation } = useSettingsMutations();
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ email, password }) => {
    await mutation.mutateAsync({ email, password }).then(
      ({ pending_email: to }) => {
        showToast(t`We sent an email to ${to}. Open the link in it to finish.`);
        onClose();
      },
      (error: unknown) => {
        const { fields, text } = failureOf(error);
        if (fields.has('email')) form.setError('email', { message: t`Please enter a different email address.` });
        if (fields.has('password')) form.setError('password', { message: t`That’s not your password.` });
        if (fields.size === 0) form.setError('root', { message: t(text) });
      },
    );
  });
  return (
    <Drawer
      title={t`Change your email`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="change-email" type="submit" wide busy={isSubmitting}>
          <Trans>Send confirmation link</Trans>
        </Button>
      }
    >
      <form id="change-email" className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <TextField
          {...form.register('email', {
            validate: (value) =>
              /^\S+@\S+\.\S+$/.test(value.trim()) || t`Please enter an email address like name@example.com.`,
          })}
          label={t`New email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          hint={t`We’ll send a link there. Your email changes once you open the link and confirm. We’ll also let your current address know.`}
        />
        <PasswordAgain
          {...form.register('password', { required: t`Please enter your password.` })}
          error={errors.password?.message}
        />
      </form>
    </Drawer>
  );
}
