import { Trans, useLingui } from '@lingui/react/macro';
import type { Announcement } from '@vitrine/contract/announcements.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { useAddAnnounced } from './announcements.data.ts';
import styles from './content.module.css';

type AddProductProps = { account: string; product: Announcement['products'][number] };

/** Adds a product of an announcement to the creator's storefront with one press. */
export function AddProduct({ account, product: { id, title, placed, archived } }: AddProductProps) {
  const { t } = useLingui();
  const { mutate: add, isPending } = useAddAnnounced(account);
  if (placed || archived)
    return (
      <span className={styles.done}>{placed ? <Trans>On your storefront</Trans> : <Trans>No longer sold</Trans>}</span>
    );
  return (
    <Button
      small
      look="quiet"
      busy={isPending}
      aria-label={t`Add ${title} to your storefront`}
      onClick={() =>
        add(id, {
          onSuccess: () => showToast(t`${title} is on your storefront.`),
          onError: (error) => showToast(t(failureText(error))),
        })
      }
    >
      <Trans>Add to storefront</Trans>
    </Button>
  );
}
