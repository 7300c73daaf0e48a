import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { fieldReason } from '../brand/reason-texts.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useBrandSettingsMutations } from './brand-settings.data.ts';
import type { SettingsPartProps } from './ProgramSettings.tsx';
import styles from './settings.module.css';

/** Pauses the program with a reason, and resumes it. What an operator paused, only an operator resumes. */
export function PauseProgram({ merchant, settings: { status, pause } }: SettingsPartProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const { change } = useBrandSettingsMutations(merchant);
  const [reason, setReason] = useState<string>();
  const since = pause ? day(pause.since) : '';
  if (status === 'closed') return null;
  const resume = () => change.mutate({ status: 'active' }, { onSuccess: () => showToast(t`Your program runs again.`) });
  const stop = () => {
    const given = reason?.trim() ?? '';
    change.mutate(
      { status: 'paused', ...(given && { pause_reason: given }) },
      {
        onSuccess: () => {
          setReason(undefined);
          showToast(t`Your program is paused.`);
        },
      },
    );
  };
  return (
    <div className={styles.choice}>
      <span className={styles.name}>
        <Trans>Program</Trans>
      </span>
      <p className={desk.quiet}>
        {pause ? (
          <Trans>Paused since {since}. Links still lead to your shop, but new clicks earn nothing.</Trans>
        ) : (
          <Trans>Running. While it is paused, links still lead to your shop, but new clicks earn nothing.</Trans>
        )}
      </p>
      {pause?.by === 'operator' ? (
        <p className={desk.quiet}>
          <Trans>The people who run this portal paused it, so only they can resume it.</Trans>
        </p>
      ) : null}
      {reason === undefined ? null : (
        <TextField
          label={t`Reason, shown to your creators`}
          value={reason}
          maxLength={300}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <div className={styles.buttons}>
        {pause === null && reason === undefined ? (
          <Button look="quiet" small onClick={() => setReason('')}>
            <Trans>Pause program</Trans>
          </Button>
        ) : null}
        {reason === undefined ? null : (
          <>
            <Button small busy={change.isPending} disabled={reason.trim() === ''} onClick={stop}>
              <Trans>Pause now</Trans>
            </Button>
            <Button look="plain" small onClick={() => setReason(undefined)}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        )}
        {pause?.by === 'brand' ? (
          <Button look="quiet" small busy={change.isPending} onClick={resume}>
            <Trans>Resume program</Trans>
          </Button>
        ) : null}
      </div>
      <Refused error={change.error} reasonOf={fieldReason} />
    </div>
  );
}
