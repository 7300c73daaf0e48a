import { replaceEqualDeep, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

type Callbacks<Data> = { onSuccess?: (data: Data) => void; onError?: (error: Error) => void };
type Call<Data, Variables> = { variables: Variables; answer: Promise<Data> };

/**
 * A mutation whose callbacks run even if its component is gone. The library drops the callbacks of a call when its
 * component unmounts, and a row that disappears from a list would take its toast, its undo and its navigation with it.
 *
 * A call that equals the one before it, while that is under way, isn't sent: the second click of a double click can come
 * before the button is disabled, and would create everything twice. Of on, off and on again, each is sent.
 */
export function useApiMutation<Data = unknown, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Before>,
) {
  const mutation = useMutation(options);
  const { mutateAsync: send } = mutation;
  const last = useRef<Call<Data, Variables>>(undefined);
  const underWay = useCallback((variables: Variables) => {
    const call = last.current;
    // Equal values keep the identity of the first, and a file equals only itself.
    return call && replaceEqualDeep(call.variables, variables) === call.variables ? call : undefined;
  }, []);
  const mutateAsync = useCallback(
    (variables: Variables): Promise<Data> => {
      const same = underWay(variables);
      if (same) return same.answer;
      const call = { variables, answer: send(variables) };
      last.current = call;
      const end = () => {
        if (last.current === call) last.current = undefined;
      };
      call.answer.then(end, end);
      return call.answer;
    },
    [send, underWay],
  );
  const mutate = useCallback(
    (variables: Variables, { onSuccess, onError }: Callbacks<Data> = {}) => {
      if (underWay(variables)) return;
      void mutateAsync(variables).then(onSuccess, onError ?? (() => undefined));
    },
    [mutateAsync, underWay],
  );
  return { ...mutation, mutate, mutateAsync };
}
