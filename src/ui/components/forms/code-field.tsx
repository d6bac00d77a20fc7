import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, 'ref' | 'hint' | 'error'>;

/** Takes a confirmation code, however it came: a phone offers to fill it in. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      label="Confirmation code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}
