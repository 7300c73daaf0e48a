import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { loadFrame } from './frame-chunk.ts';
import { useIsFramed } from './reader.ts';

const Frame = lazyRouteComponent(loadFrame, 'Frame');

/** Wraps public pages in the portal's frame if a creator is logged in (S08). */
export function OpenFrame() {
  return useIsFramed() ? <Frame /> : <Outlet />;
}
