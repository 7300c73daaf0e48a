import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { loadFrame } from './frame-chunk.ts';
import { useIsFramed } from './reader.ts';

const Frame = lazyRouteComponent(loadFrame, 'Frame');

/** Around a page that anyone may see: the portal's header and navigation if a creator is signed in, else nothing (S08). */
export function OpenFrame() {
  return useIsFramed() ? <Frame /> : <Outlet />;
}
