import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { type Link, linkCode } from '@vitrine/contract/links.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { useDebounced } from '../ui/debounced.ts';
import styles from '../storefront/drawers.module.css';
import { linkCodeQuery, useLinkMutations } from './links.data.ts';
import { useLinkRefusals } from './refusals.ts';
import { pastedAddress } from '../storefront/pasted-address.ts';
import { useRefusedFields } from '../storefront/refused-fields.ts';

type NewLinkProps = { account: MerchantAccount; destination: string; onClose: () => void };
type Fields = { destination: string; code: string; title: string };

/** Creates a link to any page of the brand's shop, with a custom code or a random one. */
export function NewLink({ account, destination, onClose }: NewLinkProps) {
  const { t } = useLingui();
  const [made, setMade] = useState<Link>();
  return (
    <Drawer title={made ? t`Your link is ready` : t`New link`} closeLabel={t`Close`} onClose={onClose}>
      {made ? <Ready link={made} /> : <LinkForm account={account} destination={destination} onMade={setMade} />}
    </Drawer>
  );
}

function Ready({ link }: { link: Link }) {
  const { t } = useLingui();
  return (
    <div className={styles.form} role="status">
      <p className={styles.ready}>{link.short_url.replace(/^https?:\/\//, '')}</p>
      <CopyButton
        wide
        text={link.short_url}
        label={t`Copy link`}
        copiedLabel={t`Copied`}
        failedLabel={t`Couldn’t copy`}
      />
      <p className={styles.why}>
        <Trans>It’s live. Clicks appear in your list within a second.</Trans>
      </p>
    </div>
  );
}

type LinkFormProps = { account: MerchantAccount; destination: string; onMade: (link: Link) => void };

function LinkForm({ account, destination, onMade }: LinkFormProps) {
  const { t } = useLingui();
  const { create } = useLinkMutations(account.id);
  const form = useForm<Fields>({ defaultValues: { destination, code: '', title: '' } });
  const showRefusal = useRefusedFields(form);
  const code = useWatch({ control: form.control, name: 'code' }).trim();
  const availability = useAvailability(account.id, code);
  const save = form.handleSubmit(async ({ destination: typed, code: ending, title }) => {
    const to = typed.trim();
    const body = {
      destination: pastedAddress(to) ?? to,
      title,
      ...(ending.trim() && { code: ending.trim() }),
    };
    await create.mutateAsync(body).then(onMade, showRefusal);
  });
  const { errors, isSubmitting } = form.formState;
  const { merchant_display_name: brand } = account;
  const refusals = useLinkRefusals(brand);
  const refusedCode = errors.code?.message ?? availability.refused;
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      {errors.root ? (
        <p role="alert" className={styles.alert}>
          {errors.root.message}
        </p>
      ) : null}
      <TextField
        {...form.register('destination')}
        label={t`Destination`}
        data-start-here
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        placeholder="https://"
        error={errors.destination ? refusals.destination(errors.destination.message ?? '') : undefined}
        hint={t`A page in ${brand}’s shop. Copy it from your browser’s address bar.`}
      />
      <TextField
        {...form.register('code')}
        label={t`Custom ending (optional)`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        lead="/s/"
        error={refusedCode === undefined ? undefined : refusals.code(refusedCode, code)}
        hint={
          availability.isFree ? (
            <span role="status">
              <Trans>That ending is available.</Trans>
            </span>
          ) : (
            t`3 to 64 letters, digits, hyphens or underscores. Leave blank and we’ll create one.`
          )
        }
      />
      <TextField
        {...form.register('title')}
        label={t`Title (optional)`}
        maxLength={120}
        error={errors.title?.message}
        hint={t`Only you can see it.`}
      />
      <Button type="submit" wide busy={isSubmitting}>
        <Trans>Create link</Trans>
      </Button>
    </form>
  );
}

/** Whether the server accepts the typed code, checked after a pause in typing. */
function useAvailability(accountId: string, typed: string): { isFree: boolean; refused: string | undefined } {
  const code = useDebounced(typed);
  const query = useQuery({ ...linkCodeQuery(accountId, code), enabled: linkCode.test(code) });
  if (code !== typed || query.data?.code !== code) return { isFree: false, refused: undefined };
  return { isFree: query.data.available, refused: query.data.reason ?? undefined };
}
