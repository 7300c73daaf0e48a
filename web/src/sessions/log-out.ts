import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from './session.ts';

/** Logs out and redirects to the login page, or back to the operator's own session. */
export function useLogOut() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const to = await signOut();
    queryClient.clear();
    await router.navigate({ to, replace: true });
    await router.invalidate();
  };
  return { busy, run: () => void run() };
}
