import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { MenuItem } from '../ui/Menu.tsx';

export const menuIcon = { size: 19, stroke: 1.6, 'aria-hidden': true } as const;

type MoveButtonsProps = { index: number; total: number; onMove: (by: -1 | 1) => void };

/** Move one position up or down without dragging. */
export function MoveButtons({ index, total, onMove }: MoveButtonsProps) {
  const { t } = useLingui();
  return (
    <>
      <MenuItem
        icon={<IconArrowUp {...menuIcon} />}
        onSelect={() => onMove(-1)}
        disabledReason={index === 0 ? t`Already first` : undefined}
      >
        <Trans>Move up</Trans>
      </MenuItem>
      <MenuItem
        icon={<IconArrowDown {...menuIcon} />}
        onSelect={() => onMove(1)}
        disabledReason={index === total - 1 ? t`Already last` : undefined}
      >
        <Trans>Move down</Trans>
      </MenuItem>
    </>
  );
}
