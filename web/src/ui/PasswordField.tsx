import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './Button.tsx';
import { TextField } from './Field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inside'> & {
  showLabel: string;
  hideLabel: string;
};

/** A password field with a show button. It allows pasting. */
export function PasswordField({ showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      inside={
        <IconButton label={shown ? hideLabel : showLabel} onClick={() => setShown(!shown)}>
          <Icon size={20} stroke={1.6} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
