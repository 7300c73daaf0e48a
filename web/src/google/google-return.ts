import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { GoogleReturn } from './google.ts';
import { loadChunk } from '../api/chunk.ts';

const loadGoogle = () => import('./google.ts');

let returned: string | undefined;
let redeeming: Promise<Coming> | undefined;

/** Runs before a page that Google redirects to: moves Google's response from the address to the page. */
export function catchGoogleReturn(to: '/login' | '/register', query: string): void {
  const params = new URLSearchParams(query);
  if (!params.has('state') || !(params.has('code') || params.has('error'))) return;
  returned = query.replace(/^\?/, '');
  throw redirect({ to, replace: true });
}

type Coming =
  | { state: 'none' | 'waiting' }
  | { state: 'back'; result: GoogleReturn }
  | { state: 'failed'; error: Error };

async function redeem(queryClient: QueryClient, query: string): Promise<Coming> {
  const { comeBackFromGoogle } = await loadChunk(loadGoogle);
  try {
    return { state: 'back', result: await comeBackFromGoogle(queryClient, query) };
  } catch (error) {
    return { state: 'failed', error: error instanceof Error ? error : new Error('no answer') };
  } finally {
    returned = undefined;
    redeeming = undefined;
  }
}

/** Google's response, redeemed once, however often the page renders. */
function redeemOnce(queryClient: QueryClient): Promise<Coming> {
  if (returned === undefined) return Promise.resolve({ state: 'none' });
  return (redeeming ??= redeem(queryClient, returned));
}

/** The result of the sign-in at Google, for the page it returns to. */
export function useGoogleReturn(): Coming {
  const queryClient = useQueryClient();
  const [coming, setComing] = useState<Coming>({ state: returned === undefined ? 'none' : 'waiting' });
  useEffect(() => {
    let isHere = true;
    void redeemOnce(queryClient).then((came) => {
      if (isHere && came.state !== 'none') setComing(came);
    });
    return () => {
      isHere = false;
    };
  }, [queryClient]);
  return coming;
}
