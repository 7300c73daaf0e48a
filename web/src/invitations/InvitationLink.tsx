import { Trans, useLingui } from '@lingui/react/macro';
import desk from '../consoles/Console.module.css';
import { CopyButton } from '../ui/CopyButton.tsx';
import styles from './invitations.module.css';

/** The link that is only shown here. With `email`, it's the one that an email would contain. */
export function InvitationLink({ url, email }: { url: string; email: string | null }) {
  const { t } = useLingui();
  return (
    <div className={desk.form}>
      <p>
        {email === null ? (
          <Trans>Copy this link now and share it. You won’t see it again.</Trans>
        ) : (
          <Trans>
            No mail server is set up, so no email was sent. Copy this link now and give it only to {email}. You won’t
            see it again.
          </Trans>
        )}
      </p>
      <p className={styles.url}>{url}</p>
      <CopyButton text={url} label={t`Copy link`} copiedLabel={t`Copied`} failedLabel={t`Couldn’t copy`} wide />
    </div>
  );
}
