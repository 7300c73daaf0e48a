import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { notificationNames } from '@vitrine/contract/values/preferences.ts';
import { Switch } from '../ui/Switch.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { settingsQuery, useSettingsMutations } from './settings.data.ts';

export function NotificationSettings() {
  const { t } = useLingui();
  const { data: settings } = useSuspenseQuery(settingsQuery());
  const { profile } = useSettingsMutations();
  const texts = {
    message: { label: t`Messages`, hint: t`An email when a brand’s message stays unread for a few minutes.` },
    announcement: { label: t`Announcements`, hint: t`An email when a brand posts an announcement.` },
    payout: {
      label: t`Payouts and commissions`,
      hint: t`An email when a payout is approved, paid or fails, when a brand declines a commission, and when a monthly statement is ready.`,
    },
    social: { label: t`Social accounts`, hint: t`An email when you need to reconnect an account.` },
  };
  return (
    <SettingsSection
      id="notifications"
      about={
        <Trans>
          Choose what we email you about. We always send emails about your account’s security and answers to your
          questions.
        </Trans>
      }
    >
      {notificationNames.map((name) => {
        const turned = profile.isPending ? profile.variables.notifications?.[name] : undefined;
        return (
          <Switch
            key={name}
            {...texts[name]}
            on={turned ?? settings.notifications[name]}
            onTurn={(on) =>
              profile.mutate(
                { notifications: { [name]: on } },
                { onError: (error) => showToast(t(failureOf(error).text)) },
              )
            }
          />
        );
      })}
    </SettingsSection>
  );
}
