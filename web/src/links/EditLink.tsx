import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Link } from '@vitrine/contract/links.ts';
import { checkedBy } from '../api/checked-by.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from '../storefront/drawers.module.css';
import { useLinkMutations } from './links.data.ts';
import { useLinkRefusals } from './refusals.ts';
import { useRefusedFields } from '../storefront/refused-fields.ts';

const check = checkedBy(() => import('@vitrine/contract/links.ts').then(({ changeLink }) => changeLink.body));

type EditLinkProps = { account: MerchantAccount; link: Link; onClose: () => void };

/** Changes title and destination. The code never changes, so printed codes keep working. */
export function EditLink({ account, link, onClose }: EditLinkProps) {
  const { t } = useLingui();
  const { change } = useLinkMutations(account.id);
  const form = useForm<{ title: string; destination: string }>({
    defaultValues: { title: link.title, destination: link.destination },
    resolver: check,
  });
  const showRefusal = useRefusedFields(form);
  const save = form.handleSubmit(async (wanted) => {
    await change.mutateAsync({ id: link.id, change: wanted }).then(() => {
      showToast(t`Saved. /s/${link.code} now opens that page.`);
      onClose();
    }, showRefusal);
  });
  const { errors, isSubmitting } = form.formState;
  const { merchant_display_name: brand } = account;
  const refusals = useLinkRefusals(brand);
  return (
    <Drawer
      title={t`Edit link`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="edit-link" type="submit" wide busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id="edit-link" className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <TextField
          {...form.register('destination')}
          label={t`Destination`}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          error={errors.destination ? refusals.destination(errors.destination.message ?? '') : undefined}
          hint={t`A page in ${brand}’s shop. The short link stays the same, so printed codes keep working.`}
        />
        <TextField
          {...form.register('title')}
          label={t`Title (optional)`}
          maxLength={120}
          error={errors.title?.message}
          hint={t`Only you can see it.`}
        />
      </form>
    </Drawer>
  );
}
