import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { settingsQuery, useSettingsMutations } from './settings.data.ts';
import styles from './settings.module.css';

const pattern = /^[a-z0-9_]{2,30}$/;

/** The handle in the creator's public address. Changing it changes the address; the old one redirects to it. */
export function HandleForm() {
  const { t } = useLingui();
  const user = useUser();
  const { data: settings } = useSuspenseQuery(settingsQuery());
  const { day } = useDates();
  const { handle: mutation } = useSettingsMutations();
  const form = useForm({ values: { handle: user.user_handle ?? '' } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const lockedUntil = settings.handle_locked_until === null ? undefined : day(settings.handle_locked_until);
  const shape = t`Please use 2 to 30 characters: a–z, 0–9 and _.`;
  const save = form.handleSubmit(async ({ handle }) => {
    await mutation.mutateAsync(handle).then(
      ({ user_handle: now }) => showToast(t`Your handle is now @${now ?? ''}. Links with the old one still work.`),
      (error: unknown) => {
        const { fields, text } = failureOf(error);
        const message = fields.has('handle') ? t`That handle is taken or reserved. Please choose another.` : t(text);
        form.setError('handle', { message });
      },
    );
  });
  const former = settings.former_handles.map((name) => `@${name}`).join(', ');
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        {...form.register('handle', {
          setValueAs: (value: string) => value.trim().toLowerCase().replace(/^@/, ''),
          validate: (value) => pattern.test(value) || shape,
        })}
        label={t`Handle`}
        lead={`${window.location.host}/@`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={31}
        disabled={lockedUntil !== undefined}
        error={errors.handle?.message}
        hint={
          lockedUntil === undefined
            ? t`You can change it once every 7 days. Links you’ve shared keep working.`
            : t`You can change it again on ${lockedUntil}.`
        }
      />
      {former === '' ? null : (
        <p className={styles.hint}>
          <Trans>Your earlier handles still work: {former}</Trans>
        </p>
      )}
      <Button type="submit" look="quiet" busy={isSubmitting} disabled={!isDirty || lockedUntil !== undefined}>
        <Trans>Change handle</Trans>
      </Button>
    </form>
  );
}
