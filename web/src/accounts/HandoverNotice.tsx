import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { confirmLinkHandovers, type User } from '@vitrine/contract/accounts.ts';
import { userQuery } from './accounts.data.ts';
import { useDates } from './dates.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { Button } from '../ui/Button.tsx';
import styles from './HandoverNotice.module.css';

const titles: Record<string, MessageDescriptor> = {
  password_reset: msg`An operator got a link to set your password`,
  brand_opened: msg`An operator got a link to set your password`,
  email_change: msg`An operator got a link to confirm your new email address`,
  invitation: msg`An operator got the link in an invitation sent to you`,
};

export function HandoverNotice({ handover }: { handover: NonNullable<User['link_handover']> }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const queryClient = useQueryClient();
  const confirm = useApiMutation({
    mutationFn: () => call(confirmLinkHandovers),
    onSettled: () => queryClient.invalidateQueries({ queryKey: userQuery().queryKey }),
  });
  const { operator, reason } = handover;
  const at = moment(handover.at);
  return (
    <section className={styles.notice} aria-labelledby="link-handover">
      <IconKey size={22} stroke={1.6} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <h2 id="link-handover" className={styles.title}>
          {t(titles[handover.kind] ?? msg`An operator got a link to your account`)}
        </h2>
        <p>
          <Trans>
            {operator}, {at}: “{reason}”
          </Trans>
        </p>
        <p>
          <Trans>
            If you didn’t ask for this, change your password and contact support. The security log in your settings
            keeps this entry.
          </Trans>
        </p>
      </div>
      <Button small look="quiet" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        <Trans>Got it</Trans>
      </Button>
    </section>
  );
}
