import { Trans } from '@lingui/react/macro';
import type { Installation } from '@vitrine/contract/installation.ts';
import desk from '../consoles/Console.module.css';
import { classes } from '../ui/classes.ts';
import styles from './installation.module.css';

/** The address that links get, beside the one that this browser uses. */
export function InstallationAddress({ installation }: { installation: Installation }) {
  const { public_url: publicUrl } = installation;
  const { origin } = window.location;
  const setting = `PUBLIC_URL=${origin}`;
  return (
    <section className={classes(desk.section, styles.section)} aria-labelledby="installation-address">
      <h2 id="installation-address">
        <Trans>Address</Trans>
      </h2>
      <dl className={desk.facts}>
        <div>
          <dt>
            <Trans>In links (PUBLIC_URL)</Trans>
          </dt>
          <dd>{publicUrl}</dd>
        </div>
        <div>
          <dt>
            <Trans>In this browser</Trans>
          </dt>
          <dd>{origin}</dd>
        </div>
      </dl>
      {new URL(publicUrl).origin === origin ? (
        <p className={desk.quiet}>
          <Trans>They match, so links in emails open here.</Trans>
        </p>
      ) : (
        <>
          <p role="status" className={desk.alert}>
            <Trans>The two addresses differ. Links in emails and shortlinks use {publicUrl}.</Trans>
          </p>
          <p>
            <Trans>To use the address in this browser, set this on the server and restart it:</Trans>
          </p>
          <code className={desk.code}>{setting}</code>
          <p>
            <Trans>To keep {publicUrl}, check that it opens this page.</Trans>
          </p>
        </>
      )}
    </section>
  );
}
