import { useLingui } from '@lingui/react/macro';
import { Drawer } from '../ui/Drawer.tsx';
import { AddressTakedown } from './AddressTakedown.tsx';

/** Takes down what is at an address, without a report. */
export function TakedownSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Drawer title={t`Take down an address`} closeLabel={t`Close`} onClose={onClose}>
      <AddressTakedown onDone={onClose} />
    </Drawer>
  );
}
