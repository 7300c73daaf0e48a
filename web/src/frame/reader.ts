import { getRouteApi } from '@tanstack/react-router';

const openFrame = getRouteApi('/open-frame');

/** Whether the page is shown inside the portal's frame, as it is for logged-in creators. */
export function useIsFramed(): boolean {
  return openFrame.useRouteContext({ select: ({ reader }) => reader?.role === 'creator' });
}
