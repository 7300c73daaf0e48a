import { useDebouncedValue } from '@mantine/hooks';

const restMs = 250;

/** A debounced value, so that typing doesn't query the server at every key. */
export function useDebounced(value: string): string {
  const [rested] = useDebouncedValue(value, restMs);
  return rested;
}
