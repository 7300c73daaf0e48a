import { useQueryClient } from '@tanstack/react-query';
import { disconnectGoogle, finishGoogleConnection, startGoogleConnection } from '@vitrine/contract/google.ts';
import { noteGoOut, takeGoOut } from './registration-flags.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';

/** Redirects to Google; the sign-in's secret stays in this browser. */
export async function goAndConnect(proof: string): Promise<void> {
  const { url, flow } = (await call(startGoogleConnection, { body: { proof } })).data;
  noteGoOut(flow, false);
  window.location.assign(url);
}

export function useGoogleMutations() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['settings'] });
  const finish = useApiMutation({
    mutationFn: async (query: string) => {
      const flow = takeGoOut();
      if (!flow) throw new ApiProblem({ code: 'sign_in_refused', status: 400, message: 'This browser did not go out' });
      await call(finishGoogleConnection, { body: { flow, query } });
    },
    onSuccess: refresh,
  });
  const disconnect = async (proof: string) => {
    await call(disconnectGoogle, { body: { proof } });
    await refresh();
  };
  return { finish, disconnect };
}
