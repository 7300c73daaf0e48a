import { Trans } from '@lingui/react/macro';
import type { BrandSettings } from '@vitrine/contract/brand-settings.ts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ApiProblem } from '../api/problem.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { type WantedSettings, useBrandSettingsMutations } from './brand-settings.data.ts';
import styles from './settings.module.css';

type TextSettingProps = {
  merchant: string;
  name: 'display_name' | 'hosts' | 'payout_minimum' | 'click_parameter';
  value: string;
  label: string;
  hint: ReactNode;
  /** The change, or the text that says what is wrong. */
  read: (text: string) => WantedSettings | string;
  /** What to show if the server refuses the field, by its reason. */
  refused: (reason: string) => string;
  /** What to say when it is saved. */
  saved: (settings: BrandSettings) => string;
  maxLength?: number;
};

/** A setting that is typed, with its own button. */
export function TextSetting({ merchant, name, value, label, hint, read, refused, saved, maxLength }: TextSettingProps) {
  const { change } = useBrandSettingsMutations(merchant);
  const form = useForm({ values: { text: value } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ text }) => {
    const wanted = read(text);
    if (typeof wanted === 'string') return form.setError('text', { message: wanted });
    return change.mutateAsync(wanted).then(
      (settings) => showToast(saved(settings)),
      (error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'validation_failed')
          form.setError('text', { message: refused(Object.values(error.errors).flat()[0] ?? '') });
      },
    );
  });
  const isFieldRefused = change.error instanceof ApiProblem && change.error.code === 'validation_failed';
  return (
    <form className={styles.setting} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        {...form.register('text')}
        label={label}
        hint={hint}
        maxLength={maxLength ?? 200}
        spellCheck={name === 'display_name'}
        autoCapitalize={name === 'display_name' ? 'words' : 'none'}
        error={errors.text?.message}
      />
      <Button type="submit" look="quiet" small busy={isSubmitting} disabled={!isDirty}>
        <Trans>Save</Trans>
      </Button>
      <Refused error={isFieldRefused ? null : change.error} />
    </form>
  );
}
