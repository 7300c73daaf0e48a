import { Trans, useLingui } from '@lingui/react/macro';
import desk from '../consoles/Console.module.css';
import { CopyButton } from '../ui/CopyButton.tsx';
import styles from './webhooks.module.css';

/** The secret of an endpoint, right after it was made. */
export function Secret({ secret }: { secret: string }) {
  const { t } = useLingui();
  return (
    <div className={styles.secret} role="status">
      <p>
        <strong>
          <Trans>Copy this secret now. You won’t see it again.</Trans>
        </strong>
      </p>
      <p>
        <Trans>Your server uses it to check that a request comes from us.</Trans>
      </p>
      <code className={desk.code}>{secret}</code>
      <div className={desk.actions}>
        <CopyButton small text={secret} label={t`Copy secret`} copiedLabel={t`Copied`} failedLabel={t`Couldn’t copy`} />
      </div>
    </div>
  );
}
