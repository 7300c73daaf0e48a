import { useQueryClient } from '@tanstack/react-query';
import { forgetNode } from '@vitrine/contract/nodes.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';

export function useForgetNode() {
  const queryClient = useQueryClient();
  return useApiMutation({
    mutationFn: async (nodeId: string) => (await call(forgetNode, { params: { node_id: nodeId } })).data,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operator', 'health'] }),
  });
}
