import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type {
  changeNotificationSettings,
  EmailFrequency,
  NotificationSetting,
} from '@vitrine/contract/notifications.settings.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { Select } from '../ui/Select.tsx';
import { Toggle } from '../ui/Switch.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { topicHintOf, topicLabelOf } from './notification-topics.ts';
import styles from './NotificationSettings.module.css';
import { PushDevices } from './PushDevices.tsx';
import { usePushDevices } from './push-devices.data.ts';
import { SettingsSection } from './SettingsSection.tsx';
import {
  notificationSettingsQuery,
  useChangeNotificationSettings,
  useUnsavedNotificationChanges,
} from './settings.data.ts';

type Change = BodyOf<typeof changeNotificationSettings>;

/** What the user gets emails about, for everything that they can be notified of. */
export function NotificationSettings() {
  const { t } = useLingui();
  const { role } = useUser();
  const { data: settings } = useSuspenseQuery(notificationSettingsQuery());
  const hasDevices = usePushDevices().devices.length > 0;
  const { mutateAsync } = useChangeNotificationSettings();
  const unsaved = useUnsavedNotificationChanges();
  const change = (body: Change) =>
    void mutateAsync(body).catch((error: unknown) => showToast(t(failureOf(error).text)));
  return (
    <SettingsSection
      id="notifications"
      about={
        settings.length > 0 ? (
          <Trans>The bell shows everything. Here you choose what else tells you about it.</Trans>
        ) : (
          <Trans>The bell shows everything. We also email you what is about your account’s security.</Trans>
        )
      }
    >
      <PushDevices />
      {settings.length > 0 ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>What</Trans>
              </th>
              <th scope="col">
                <Trans>Email</Trans>
              </th>
              {hasDevices ? (
                <th scope="col">
                  <Trans>Push</Trans>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {settings.map((setting) => (
              <TopicRow
                key={setting.topic}
                setting={unsaved.filter(({ topic }) => topic === setting.topic).reduce(withChange, setting)}
                hasDevices={hasDevices}
                label={t(topicLabelOf(setting.topic, role))}
                hint={t(topicHintOf(setting.topic, role))}
                onChange={change}
              />
            ))}
            <tr>
              <RowHead
                label={t`Account and security`}
                hint={t`Logins, passwords, bank details, and answers to your questions.`}
              />
              <td data-label={t`Email`}>
                <Always />
              </td>
              {hasDevices ? (
                <td data-label={t`Push`}>
                  <Always />
                </td>
              ) : null}
            </tr>
          </tbody>
        </table>
      ) : null}
    </SettingsSection>
  );
}

function RowHead({ label, hint }: { label: string; hint: string }) {
  return (
    <th scope="row">
      <span className={styles.label}>{label}</span>
      <span className={styles.hint}>{hint}</span>
    </th>
  );
}

function Always() {
  return (
    <span className={styles.always}>
      <Trans>Always</Trans>
    </span>
  );
}

/** A setting as it will be once the change is saved. */
function withChange(setting: NotificationSetting, { email, push }: Change): NotificationSetting {
  return { ...setting, email: email ?? setting.email, push: push ?? setting.push };
}

type TopicRowProps = {
  setting: NotificationSetting;
  label: string;
  hint: string;
  hasDevices: boolean;
  onChange: (change: Change) => void;
};

function TopicRow({ setting, label, hint, hasDevices, onChange }: TopicRowProps) {
  const { t } = useLingui();
  const { topic, email, batched, push } = setting;
  const frequencies: { value: EmailFrequency; label: string }[] = [
    { value: 'now', label: t`At once` },
    { value: 'daily', label: t`Once a day` },
    { value: 'off', label: t({ message: 'Off', context: 'emails' }) },
  ];
  return (
    <tr>
      <RowHead label={label} hint={hint} />
      <td data-label={t`Email`}>
        {batched ? (
          <Select
            label={t`${label} by email`}
            value={email}
            choices={frequencies}
            onChoose={(value) => onChange({ topic, email: value })}
          />
        ) : (
          <Toggle
            label={t`${label} by email`}
            on={email !== 'off'}
            onTurn={(on) => onChange({ topic, email: on ? 'now' : 'off' })}
          />
        )}
      </td>
      {hasDevices ? (
        <td data-label={push === null ? undefined : t`Push`}>
          {push === null ? null : (
            <Toggle label={t`${label} by push`} on={push} onTurn={(on) => onChange({ topic, push: on })} />
          )}
        </td>
      ) : null}
    </tr>
  );
}
