import { useServices } from '../../../app/services.ts';
import { CodeConfirmation } from './code-confirmation.tsx';
import type { ConfirmationProps } from './confirmation-props.ts';
import { LinkConfirmation } from './link-confirmation.tsx';

/** The proof that the address is the listener's own: a code, or a link (contract 2). */
export function ConfirmationStep(props: ConfirmationProps) {
  const { settings } = useServices();
  return settings.signUpConfirmation === 'link' ? (
    <LinkConfirmation {...props} />
  ) : (
    <CodeConfirmation {...props} />
  );
}
