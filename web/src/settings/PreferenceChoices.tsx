import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { changeProfile } from '@vitrine/contract/accounts.ts';
import { isLanguage, languageCodes, languages } from '@vitrine/contract/values/languages.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { zonesWith } from '../format/time-zones.ts';
import { Button } from '../ui/Button.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Select } from '../ui/Select.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { useSettingsMutations } from './settings.data.ts';
import styles from './settings.module.css';

/** Language, theme and time zone, for every user. */
export function PreferenceChoices() {
  const { t } = useLingui();
  const user = useUser();
  const { moment } = useDates();
  const { profile } = useSettingsMutations();
  const change = (body: BodyOf<typeof changeProfile>) =>
    profile.mutate(body, { onError: (error) => showToast(t(failureOf(error).text)) });
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = moment(new Date().toISOString());
  return (
    <>
      <Choice name={t`Language`}>
        <Segments
          label={t`Language`}
          value={isLanguage(user.locale) ? user.locale : 'en'}
          choices={languageCodes.map((value) => ({ value, label: languages[value].name }))}
          onChoose={(locale) => change({ locale })}
        />
      </Choice>
      <Choice name={t`Theme`}>
        <Segments
          label={t`Theme`}
          value={user.theme}
          choices={[
            { value: 'system', label: t`Match device` },
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
          ]}
          onChoose={(theme) => change({ theme })}
        />
      </Choice>
      <Choice name={t`Time zone`}>
        <div className={styles.zone}>
          <Select
            label={t`Time zone`}
            value={user.time_zone}
            choices={zonesWith(user.time_zone)}
            onChoose={(zone) => change({ time_zone: zone })}
          />
          <p className={styles.hint}>
            <Trans>The time there is {now}. All figures use this time zone.</Trans>
          </p>
          {here === user.time_zone ? null : (
            <Button look="plain" small onClick={() => change({ time_zone: here })}>
              <Trans>Use this device’s time zone</Trans>
            </Button>
          )}
        </div>
      </Choice>
    </>
  );
}

/** The label of the control next to it names it. */
function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.choice}>
      <span className={styles.factName} aria-hidden="true">
        {name}
      </span>
      {children}
    </div>
  );
}
