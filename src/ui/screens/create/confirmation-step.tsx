import type { AccountStep } from '../../../application/create-account.ts';
import { useServices } from '../../services.ts';
import { CodeConfirmation } from './code-confirmation.tsx';
import { LinkConfirmation } from './link-confirmation.tsx';

export type ConfirmationStepProps = {
  readonly email: string;
  readonly onStep: (step: AccountStep) => void;
};

/** The proof that the address is the listener's own: a code, or a link (contract 2). */
export function ConfirmationStep(props: ConfirmationStepProps) {
  const { settings } = useServices();
  return settings.signUpConfirmation === 'link' ? (
    <LinkConfirmation {...props} />
  ) : (
    <CodeConfirmation {...props} />
  );
}
