import { Trans, useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { Drawer } from '../ui/Drawer.tsx';
import { OwnTickets } from './OwnTickets.tsx';
import styles from './support.module.css';
import { TicketForm } from './TicketForm.tsx';
import { version } from './version.ts';

/** "Report a problem": shows the details that are sent along (S12). */
export function ProblemDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  // Only the path: the query may contain what the user searched for.
  const route = useRouterState({ select: (state) => state.location.pathname });
  const context = { route: route.slice(0, 500), version, browser: navigator.userAgent.slice(0, 500) };
  return (
    <Drawer side="wide" title={t`Report a problem`} closeLabel={t`Close`} onClose={onClose}>
      <div className={styles.columns}>
        <p className={styles.lead}>
          <Trans>Tell us what you did, what you expected, and what happened instead.</Trans>
        </p>
        <TicketForm kind="problem" subjectLabel={t`What went wrong?`} bodyLabel={t`What happened`} context={context} />
        <OwnTickets />
      </div>
    </Drawer>
  );
}
