import { lazy, Suspense } from 'react';
import { loadChunk } from '../api/chunk.ts';
import { loadPart } from '../locales/texts.ts';
import { type DrawerName, useDrawer } from './drawers.ts';
import { UserMenu } from './UserMenu.tsx';

const Merchants = lazy(() =>
  loadChunk(() => import('./MerchantsDrawer.tsx')).then((part) => ({ default: part.MerchantsDrawer })),
);
const Announcements = lazy(() =>
  loadPart('messages', () => import('./AnnouncementsDrawer.tsx')).then((part) => ({
    default: part.AnnouncementsDrawer,
  })),
);
const Help = lazy(() =>
  loadPart('support', () => import('../support/HelpDrawer.tsx')).then((part) => ({ default: part.HelpDrawer })),
);
const Problem = lazy(() =>
  loadPart('support', () => import('../support/ProblemDrawer.tsx')).then((part) => ({ default: part.ProblemDrawer })),
);
const Legal = lazy(() =>
  loadPart('pages', () => import('../pages/LegalDrawer.tsx')).then((part) => ({ default: part.LegalDrawer })),
);

/** The one drawer that is open, if any. Their code comes when they do. */
export function Drawers() {
  const { drawer, close } = useDrawer();
  return <Suspense>{drawer ? open(drawer, close) : null}</Suspense>;
}

function open(drawer: DrawerName, close: () => void) {
  switch (drawer) {
    case 'user-menu':
      return <UserMenu />;
    case 'messages':
      return <Merchants />;
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
