import { useLingui } from '@lingui/react/macro';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadChunk } from '../api/chunk.ts';
import { loadPart } from '../locales/texts.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { useDeferredMount } from '../ui/deferred-mount.ts';
import { type DrawerName, useDrawer, useOpenDrawer } from './drawers.ts';
import { Failure } from '../failures/ErrorPage.tsx';
import { UserMenu } from './UserMenu.tsx';

const Merchants = lazy(() =>
  loadChunk(() => import('./MerchantsDrawer.tsx')).then((part) => ({ default: part.MerchantsDrawer })),
);
const Announcements = lazy(() =>
  loadPart('conversations', () => import('./AnnouncementsDrawer.tsx')).then((part) => ({
    default: part.AnnouncementsDrawer,
  })),
);
const Notifications = lazy(() =>
  loadPart('notifications', () => import('./BellDrawer.tsx')).then((part) => ({ default: part.BellDrawer })),
);
const Help = lazy(() =>
  loadPart('support', () => import('../support/HelpDrawer.tsx')).then((part) => ({ default: part.HelpDrawer })),
);
const Problem = lazy(() =>
  loadPart('support', () => import('../support/ProblemDrawer.tsx')).then((part) => ({ default: part.ProblemDrawer })),
);
const Legal = lazy(() =>
  loadPart('legal', () => import('../legal/LegalDrawer.tsx')).then((part) => ({ default: part.LegalDrawer })),
);

/**
 * The open drawer, if any. A drawer's code is loaded when it opens. Only the user menu, which is opened most, is mounted
 * hidden after the page, so that a tap just has to show it.
 */
export function Drawers() {
  const drawer = useOpenDrawer();
  const { close } = useDrawer();
  const isLater = useDeferredMount();
  return (
    <CatchBoundary getResetKey={() => drawer ?? ''} errorComponent={Broken}>
      {drawer === 'user-menu' || isLater ? <UserMenu isOpen={drawer === 'user-menu'} /> : null}
      {drawer && drawer !== 'user-menu' ? <Suspense>{whenOpened(drawer, close)}</Suspense> : null}
    </CatchBoundary>
  );
}

/** A drawer that failed to load; the page behind it keeps working. */
function Broken(failure: ErrorComponentProps) {
  const { t } = useLingui();
  const { close } = useDrawer();
  return (
    <Drawer side="full" title={t`Something went wrong`} closeLabel={t`Close`} onClose={close}>
      <Failure {...failure} />
    </Drawer>
  );
}

function whenOpened(drawer: Exclude<DrawerName, 'user-menu'>, close: () => void): ReactNode {
  switch (drawer) {
    case 'messages':
      return <Merchants />;
    case 'notifications':
      return <Notifications />;
    case 'announcements':
      return <Announcements />;
    case 'help':
      return <Help onClose={close} />;
    case 'problem':
      return <Problem onClose={close} />;
    default:
      return <Legal key={drawer} slug={drawer} onClose={close} />;
  }
}
