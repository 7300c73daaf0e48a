import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { PasswordField } from '../ui/PasswordField.tsx';
import { PasswordByMail } from './PasswordByMail.tsx';

type PasswordAgainProps = Omit<
  ComponentProps<typeof PasswordField>,
  'label' | 'autoComplete' | 'showLabel' | 'hideLabel'
>;

/** Asks for the logged-in user's password before a sensitive action, with a way on for those who don't know it. */
export function PasswordAgain(field: PasswordAgainProps) {
  const { t } = useLingui();
  return (
    <>
      <PasswordField
        {...field}
        label={t`Your password`}
        autoComplete="current-password"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
      />
      <PasswordByMail>
        <Trans>Forgot it, or never had one? Get a link by email</Trans>
      </PasswordByMail>
    </>
  );
}
