import { Trans, useLingui } from '@lingui/react/macro';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { useClosureMutations } from './closures.data.ts';

export function KeepAccount() {
  const { t } = useLingui();
  const { undo } = useClosureMutations();
  return (
    <Button
      small
      busy={undo.isPending}
      onClick={() =>
        undo.mutate(undefined, {
          onSuccess: () => showToast(t`Your account stays open.`),
          onError: (error) => showToast(t(failureText(error))),
        })
      }
    >
      <Trans>Keep my account</Trans>
    </Button>
  );
}
