import { getRouteApi } from '@tanstack/react-router';

const openFrame = getRouteApi('/open-frame');

/** Whether the page is inside the portal's frame: a signed-in creator reads it. */
export function useIsFramed(): boolean {
  return openFrame.useRouteContext({ select: ({ reader }) => reader?.role === 'creator' });
}
