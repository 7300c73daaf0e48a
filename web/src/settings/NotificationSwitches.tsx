import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { notificationNames } from '@vitrine/contract/values/preferences.ts';
import { Switch } from '../ui/Switch.tsx';
import { say } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { Section } from './Section.tsx';
import { settingsQuery, useSettingsDeeds } from './settings.data.ts';

export function NotificationSwitches() {
  const { t } = useLingui();
  const { data: settings } = useSuspenseQuery(settingsQuery());
  const { profile } = useSettingsDeeds();
  const words = {
    message: { label: t`Messages`, hint: t`A mail when a brand’s message stays unread for a few minutes.` },
    announcement: { label: t`Announcements`, hint: t`A mail when a brand announces something to its creators.` },
    payout: {
      label: t`Payouts and commissions`,
      hint: t`An email when a payout is approved, paid or fails, when a brand declines a commission, and when a monthly statement is ready.`,
    },
    social: { label: t`Social accounts`, hint: t`A mail when a linked account has to be connected again.` },
  };
  return (
    <Section
      id="notifications"
      about={
        <Trans>
          What we mail you about. Mails about the safety of your account, and answers to what you asked us, always come.
        </Trans>
      }
    >
      {notificationNames.map((name) => {
        const turned = profile.isPending ? profile.variables.notifications?.[name] : undefined;
        return (
          <Switch
            key={name}
            {...words[name]}
            on={turned ?? settings.notifications[name]}
            onTurn={(on) =>
              profile.mutate({ notifications: { [name]: on } }, { onError: (error) => say(t(failureOf(error).text)) })
            }
          />
        );
      })}
    </Section>
  );
}
