import { useLingui } from '@lingui/react/macro';
import { Announcements } from '../announcements/Announcements.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { useDrawer } from './drawers.ts';

/** The drawer that the notifications lead to. */
export function AnnouncementsDrawer() {
  const { t } = useLingui();
  const { close } = useDrawer();
  return (
    <Drawer title={t`Announcements`} closeLabel={t`Close`} onClose={close}>
      <Announcements />
    </Drawer>
  );
}
