import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import { type ComponentProps, useState } from 'react';
import { ownAccountPaths } from '../accounts/own-account.ts';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { brandSettingsQuery } from '../brand-settings/brand-settings.data.ts';
import desk from '../consoles/Console.module.css';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { isOfThisPage } from '../two-factor/passkey-host.ts';
import { confirmByPasskey } from '../two-factor/passkeys.ts';
import { twoFactorQuery } from '../two-factor/two-factor.data.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';

type PayoutProofProps = { merchant: string } & Omit<ComponentProps<typeof WithPassword>, 'further'>;

/** Asks for the password, and for the second factor if the brand requires two-factor login for payouts. */
export function PayoutProof({ merchant, run, ...rest }: PayoutProofProps) {
  const { t } = useLingui();
  const settings = useQuery(brandSettingsQuery(merchant));
  const isDemanded = settings.data?.payouts_need_two_factor === true;
  const own = useQuery({ ...twoFactorQuery(), enabled: isDemanded });
  const [code, setCode] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const [fault, setFault] = useState<string>();
  if (!isDemanded) return <WithPassword {...rest} run={run} />;
  const asksPasskey = !wantsCode && own.data?.passkeys.some(isOfThisPage) === true;
  const confirm = async (proof: string) => {
    setFault(undefined);
    try {
      if (asksPasskey) await confirmByPasskey(proof);
      else await call(confirmProof, { body: { proof, code: code.trim() } });
    } catch (error) {
      const isWrong = error instanceof ApiProblem && error.errors['code'] !== undefined;
      if (isWrong) setFault(t`That code is wrong or was already used. Codes of the app change every 30 seconds.`);
      throw error;
    }
  };
  return (
    <WithPassword
      {...rest}
      run={async (proof) => {
        await confirm(proof);
        return run(proof);
      }}
      further={
        asksPasskey ? (
          <div>
            <p className={desk.quiet}>
              <Trans>Your browser asks for your passkey next.</Trans>
            </p>
            <Button look="plain" small onClick={() => setWantsCode(true)}>
              <Trans>Enter a code instead</Trans>
            </Button>
          </div>
        ) : (
          <TextField
            label={t`Code from your authenticator app`}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={code}
            error={fault}
            hint={t`Lost your phone? Enter one of your recovery codes.`}
            onChange={({ target }) => setCode(target.value)}
          />
        )
      }
    />
  );
}

/** Says that the brand requires two-factor login for payouts, to staff who don't have it. */
export function TwoFactorForPayouts({ merchant }: { merchant: string }) {
  const settings = useQuery(brandSettingsQuery(merchant));
  const isDemanded = settings.data?.payouts_need_two_factor === true;
  const own = useQuery({ ...twoFactorQuery(), enabled: isDemanded });
  if (!isDemanded || !own.data || own.data.on_since !== null) return null;
  return (
    <p className={desk.alert} role="status">
      <Trans>
        Your brand requires two-factor login to approve and send payouts.{' '}
        <Link to={ownAccountPaths.brand}>Turn it on in your account</Link>, then come back.
      </Trans>
    </p>
  );
}
