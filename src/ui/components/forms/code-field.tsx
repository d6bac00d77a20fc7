import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, 'hint' | 'error'>;

/** A field for a confirmation code; a phone offers to fill it in. */
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
