import { Trans, useLingui } from '@lingui/react/macro';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';

type SecondFactorFieldProps = {
  asksPasskey: boolean;
  code: string;
  isWrong: boolean;
  onCode: (code: string) => void;
  onWantCode: () => void;
};

/** Takes a code, or says that the browser asks for a passkey. */
export function SecondFactorField({ asksPasskey, code, isWrong, onCode, onWantCode }: SecondFactorFieldProps) {
  const { t } = useLingui();
  if (asksPasskey)
    return (
      <div>
        <p className={desk.quiet}>
          <Trans>Your browser asks for your passkey next.</Trans>
        </p>
        <Button look="plain" small onClick={onWantCode}>
          <Trans>Enter a code instead</Trans>
        </Button>
      </div>
    );
  return (
    <TextField
      label={t`Code from your authenticator app`}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      value={code}
      error={isWrong ? t`That code is wrong or was already used. Codes of the app change every 30 seconds.` : undefined}
      hint={t`Lost your phone? Enter one of your recovery codes.`}
      onChange={({ target }) => onCode(target.value)}
    />
  );
}
