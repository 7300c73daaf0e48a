import { Trans, useLingui } from '@lingui/react/macro';
import { IconExternalLink, IconLogout } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { signOut } from '../accounts/session.ts';
import { imageSource } from '../format/images.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { menuItemClass } from '../ui/Menu.tsx';
import { Avatar } from '../ui/Picture.tsx';
import styles from './Navigation.module.css';

export function UserMenu({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const user = useUser();
  const logOut = useLogOut();
  return (
    <Drawer
      side="start"
      title={t`Your account`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <p className={styles.powered}>
          <Trans>Powered by Vitrine</Trans>
        </p>
      }
    >
      <div className={styles.menuHead}>
        <Avatar src={imageSource(user.avatar)} name={user.display_name} className={styles.menuAvatar} />
        <p className={styles.menuName}>{user.display_name}</p>
        {user.user_handle ? <p className={styles.handle}>{`/${user.user_handle}`}</p> : null}
      </div>
      <div className={styles.menuList}>
        {user.user_handle ? (
          <a className={menuItemClass} href={`/@${user.user_handle}`} target="_blank" rel="noopener">
            <IconExternalLink size={20} stroke={1.6} aria-hidden="true" />
            <Trans>See your public page</Trans>
          </a>
        ) : null}
        <button type="button" className={menuItemClass} onClick={logOut.run} disabled={logOut.busy}>
          <IconLogout size={20} stroke={1.6} aria-hidden="true" />
          <Trans>Log out</Trans>
        </button>
      </div>
    </Drawer>
  );
}

function useLogOut() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const to = await signOut();
    await router.navigate({ to });
    queryClient.clear();
    await router.invalidate();
  };
  return { busy, run: () => void run() };
}
