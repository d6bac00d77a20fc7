import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'onUse'> & {
  readonly autoComplete: 'current-password' | 'new-password';
  /** Called when the listener clicks the field or types in it. `isReadable`: whether the text is shown. */
  readonly onUse?: (isReadable: boolean) => void;
};

/** A password input whose text can be shown. */
export function PasswordField({ onUse, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      onUse={() => onUse?.(isShown)}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          label={isShown ? 'Hide characters' : 'Show characters'}
          icon={isShown ? EyeOff : Eye}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
