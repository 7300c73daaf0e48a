import { lazy, Suspense, useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Link } from '@vitrine/contract/links.ts';
import { loadChunk } from '../api/chunk.ts';
import { failureText } from '../format/refusals.ts';
import { useLingui } from '@lingui/react/macro';
import { showToast } from '../ui/toasts.ts';
import { type LinkAction, LinkRow, nameOf } from './LinkRow.tsx';
import { useLinkMutations } from './links.data.ts';
import styles from '../storefront/rows.module.css';

const LinkHits = lazy(() => loadChunk(() => import('./LinkHits.tsx')).then((part) => ({ default: part.LinkHits })));
const LinkCode = lazy(() => loadChunk(() => import('./LinkCode.tsx')).then((part) => ({ default: part.LinkCode })));
const EditLink = lazy(() => loadChunk(() => import('./EditLink.tsx')).then((part) => ({ default: part.EditLink })));

type LinkListProps = { account: MerchantAccount; links: readonly Link[]; isStale: boolean };

/** The links of a storefront with their actions. */
export function LinkList({ account, links, isStale }: LinkListProps) {
  const { t } = useLingui();
  const { change } = useLinkMutations(account.id);
  const [opened, setOpened] = useState<{ what: LinkAction; id: string }>();
  const open = links.find((link) => link.id === opened?.id);
  const close = () => setOpened(undefined);
  const toggle = ({ id, disabled, code }: Link) =>
    change.mutate(
      { id, change: { disabled: !disabled } },
      {
        onSuccess: () => showToast(disabled ? t`/s/${code} is on again.` : t`/s/${code} is now off.`),
        onError: (error) => showToast(t(failureText(error))),
      },
    );
  return (
    <>
      <ul className={styles.rows} aria-busy={isStale || undefined}>
        {links.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            onOpen={(what) => setOpened({ what, id: link.id })}
            onToggle={() => toggle(link)}
          />
        ))}
      </ul>
      <Suspense>
        {open && opened?.what === 'hits' ? (
          <LinkHits
            accountId={account.id}
            link={{ id: open.id, title: nameOf(open), url: open.short_url, takedown: open.takedown }}
            onClose={close}
          />
        ) : null}
        {open && opened?.what === 'code' ? <LinkCode link={open} onClose={close} /> : null}
        {open && opened?.what === 'edit' ? <EditLink account={account} link={open} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
