import { Trans, useLingui } from '@lingui/react/macro';
import type { createBrand } from '@vitrine/contract/operators.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';

type Brand = DataOf<typeof createBrand>;
type OwnerLinkProps = { brand: Brand; link: NonNullable<Brand['owner_link']>; onClose: () => void };

/** The link with which a new owner sets a password, shown once because no email can be sent. */
export function OwnerLink({ brand, link, onClose }: OwnerLinkProps) {
  const { t } = useLingui();
  const { display_name: name } = brand;
  const email = brand.staff.find((person) => person.role === 'owner')?.email ?? '';
  return (
    <Drawer
      title={t`${name} created`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button look="quiet" wide onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <PasswordLink link={link} email={email} />
    </Drawer>
  );
}

/** The link itself, with what to do with it. */
export function PasswordLink({ link, email }: { link: OwnerLinkProps['link']; email: string }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const until = moment(link.expires_at);
  return (
    <div className={desk.form}>
      <p>
        <Trans>
          No mail server is set up, so no email was sent. Copy this link now and give it only to {email}. They set their
          password with it. It works once, until {until}.
        </Trans>
      </p>
      <code className={desk.code}>{link.url}</code>
      <CopyButton wide text={link.url} label={t`Copy link`} copiedLabel={t`Copied`} failedLabel={t`Couldn’t copy`} />
      <p className={desk.quiet}>
        <Trans>You won’t see it here again. Until it’s used or expires, you can also get it under Emails.</Trans>
      </p>
    </div>
  );
}
