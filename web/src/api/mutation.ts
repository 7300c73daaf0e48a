import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';

type Told<Data> = { onSuccess?: (data: Data) => void; onError?: (error: Error) => void };

/**
 * A mutation whose outcome is told however soon its screen is gone. The library drops what was given with the call once
 * the component is unmounted, and a list that gets shorter takes the row that asked for it away before the answer is
 * through: the word of it, the way back and the way on would be lost.
 */
export function useApiMutation<Data = unknown, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Before>,
) {
  const deed = useMutation(options);
  const { mutateAsync } = deed;
  const mutate = useCallback(
    (variables: Variables, { onSuccess, onError }: Told<Data> = {}) => {
      void mutateAsync(variables).then(onSuccess, onError ?? (() => undefined));
    },
    [mutateAsync],
  );
  return { ...deed, mutate };
}
