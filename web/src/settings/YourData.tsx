import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useUser } from '../accounts/accounts.data.ts';
import { Button } from '../ui/Button.tsx';
import { say } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { Section } from './Section.tsx';
import { saveEverything } from './settings.data.ts';
import styles from './settings.module.css';

export function YourData() {
  const { t } = useLingui();
  const user = useUser();
  const save = useMutation({
    mutationFn: () => saveEverything(user.user_handle),
    onSuccess: () => say(t`Everything of yours is in the file that was saved.`),
    onError: (error) => say(t(failureOf(error).text)),
  });
  return (
    <Section id="data" about={<Trans>It is yours, and it goes where you go.</Trans>}>
      <p className={styles.soft}>
        <Trans>
          One file with your profile, storefronts, links, clicks by day, commissions, payouts, messages and social
          figures. It is JSON: plain text that any program can read.
        </Trans>
      </p>
      <Button look="quiet" small busy={save.isPending} onClick={() => save.mutate()}>
        <IconDownload size={18} stroke={1.6} aria-hidden="true" />
        <Trans>Download everything</Trans>
      </Button>
    </Section>
  );
}
