import { useServices } from '../../../app/services.ts';
import { CodeConfirmation } from './code-confirmation.tsx';
import type { ConfirmationProps } from './confirmation-props.ts';
import { LinkConfirmation } from './link-confirmation.tsx';

/** Confirms the address by a code or a link, as the configuration says (SES-53). */
export function ConfirmationStep(props: ConfirmationProps) {
  const { settings } = useServices();
  return settings.signUpConfirmation === 'link' ? (
    <LinkConfirmation {...props} />
  ) : (
    <CodeConfirmation {...props} />
  );
}
