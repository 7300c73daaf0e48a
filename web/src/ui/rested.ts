import { useDebouncedValue } from '@mantine/hooks';

const restMs = 250;

/** A value once it has rested: typing asks the server only when the fingers stop. */
export function useRested(value: string): string {
  const [rested] = useDebouncedValue(value, restMs);
  return rested;
}
