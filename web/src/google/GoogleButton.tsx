import { Trans, useLingui } from '@lingui/react/macro';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useApiMutation } from '../api/mutation.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import styles from '../sessions/login.module.css';
import { loadChunk } from '../api/chunk.ts';

const loadGoogle = () => import('./google.ts');

/** Redirects to Google, and shows an error if that fails. */
export function GoogleButton({ intent }: { intent: 'login' | 'register' }) {
  const { t } = useLingui();
  const leaving = useApiMutation({
    mutationFn: () => loadChunk(loadGoogle).then(({ goToGoogle }) => goToGoogle(intent)),
  });
  const { error } = leaving;
  return (
    <>
      {error ? (
        <p className={styles.alert} role="alert">
          {t(failureText(error))}
        </p>
      ) : null}
      <Button look="quiet" wide busy={leaving.isPending || leaving.isSuccess} onClick={() => leaving.mutate()}>
        <IconBrandGoogle size={18} stroke={1.8} aria-hidden="true" />
        <Trans>Continue with Google</Trans>
      </Button>
    </>
  );
}
