import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useBrandSettingsMutations } from './brand-settings.data.ts';
import styles from './settings.module.css';

type NumberSettingProps = {
  merchant: string;
  field: 'attribution_window_days' | 'return_window_days' | 'terms_notice_days' | 'duplicate_window_minutes';
  value: number;
  limits: readonly [least: number, most: number];
  label: string;
  hint: ReactNode;
  /** Shown when it is saved: from when it counts. */
  saved: string;
};

/** A setting that is a whole number, with its own button. */
export function NumberSetting({ merchant, field, value, limits, label, hint, saved }: NumberSettingProps) {
  const { t } = useLingui();
  const { change } = useBrandSettingsMutations(merchant);
  const form = useForm({ values: { number: String(value) } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const [least, most] = limits;
  const faultOf = (text: string) => {
    const number = Number(text);
    const isFine = /^\d+$/.test(text.trim()) && number >= least && number <= most;
    return isFine || t`Please enter a whole number from ${least} to ${most}.`;
  };
  const save = form.handleSubmit(async ({ number }) => {
    await change.mutateAsync({ [field]: Number(number) }).then(
      () => showToast(saved),
      () => undefined,
    );
  });
  return (
    <form className={styles.setting} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        {...form.register('number', { validate: faultOf })}
        label={label}
        hint={hint}
        inputMode="numeric"
        maxLength={5}
        error={errors.number?.message}
      />
      <Button type="submit" look="quiet" small busy={isSubmitting} disabled={!isDirty}>
        <Trans>Save</Trans>
      </Button>
      <Refused error={change.error} />
    </form>
  );
}
