import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from '../ui/Drawer.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { EmbeddedForm } from './EmbeddedForm.tsx';
import { OwnTickets } from './OwnTickets.tsx';
import { portalQuery } from '../accounts/portal.data.ts';
import styles from './support.module.css';
import { TicketForm } from './TicketForm.tsx';

/** Feedback and support: the form that the installation configured, or our own (S12). */
export function HelpDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const portal = useQuery(portalQuery());
  const form = portal.data?.support_form_url;
  return (
    <Drawer side="wide" title={t`Feedback/support`} closeLabel={t`Close`} onClose={onClose}>
      {portal.isPending ? (
        <Loading label={t`Loading the help form`}>
          <Bone tall="12rem" />
        </Loading>
      ) : null}
      {form ? <EmbeddedForm form={form} /> : null}
      {portal.isSuccess && !form ? <OwnForm /> : null}
      {portal.isError ? <OwnForm /> : null}
    </Drawer>
  );
}

function OwnForm() {
  const { t } = useLingui();
  return (
    <div className={styles.columns}>
      <p className={styles.lead}>
        <Trans>
          Ask us anything, or tell us what would make your work easier. We read everything and reply by email.
        </Trans>
      </p>
      <TicketForm kind="help" subjectLabel={t`What’s it about?`} bodyLabel={t`Your question or idea`} />
      <OwnTickets />
    </div>
  );
}
