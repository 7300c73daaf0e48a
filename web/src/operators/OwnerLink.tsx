import { Trans, useLingui } from '@lingui/react/macro';
import type { createBrand } from '@vitrine/contract/operators.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import desk from '../consoles/Console.module.css';
import { PasswordLink } from '../consoles/PasswordLink.tsx';
import { Button } from '../ui/Button.tsx';
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
      <OwnerAccessLink link={link} email={email} />
    </Drawer>
  );
}

/** The link itself, with what to do with it. */
export function OwnerAccessLink({ link, email }: { link: OwnerLinkProps['link']; email: string }) {
  return (
    <div className={desk.form}>
      <PasswordLink email={email} link={link} />
      <p className={desk.quiet}>
        <Trans>You won’t see it here again. Until it’s used or expires, you can also get it under Emails.</Trans>
      </p>
    </div>
  );
}
