import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';

type Callbacks<Data> = { onSuccess?: (data: Data) => void; onError?: (error: Error) => void };

/**
 * A mutation whose callbacks run even if its component is gone. The library drops the callbacks of a call when its
 * component unmounts, and a row that disappears from a list would take its toast, its undo and its navigation with it.
 */
export function useApiMutation<Data = unknown, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Before>,
) {
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (variables: Variables, { onSuccess, onError }: Callbacks<Data> = {}) => {
      void mutateAsync(variables).then(onSuccess, onError ?? (() => undefined));
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
