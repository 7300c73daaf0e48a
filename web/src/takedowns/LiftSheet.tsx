import { useLingui } from '@lingui/react/macro';
import type { Takedown } from '@vitrine/contract/takedowns.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { showToast } from '../ui/toasts.ts';
import { ReasonForm } from '../consoles/ReasonForm.tsx';
import { useLift } from './reports.data.ts';

/** Restores what was taken down without a report. */
export function LiftSheet({ takedown, onClose }: { takedown: Takedown; onClose: () => void }) {
  const { t } = useLingui();
  const lift = useLift(takedown.id);
  const { address } = takedown;
  return (
    <Drawer title={t`Restore ${address}`} closeLabel={t`Close`} onClose={onClose}>
      <div className={desk.section}>
        <ReasonForm
          label={t`Reason`}
          hint={t`Sent to the owner by email.`}
          button={t`Restore`}
          isBusy={lift.isPending}
          onSend={(reason) =>
            lift.mutate(reason, {
              onSuccess: () => {
                showToast(t`Restored. It’s live again.`);
                onClose();
              },
            })
          }
        />
        <Refused error={lift.error} />
      </div>
    </Drawer>
  );
}
