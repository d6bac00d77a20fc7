import type { AccountStep } from '../../../application/create-account.ts';

/** What either way of confirming an address gets. */
export type ConfirmationProps = {
  readonly email: string;
  readonly onStep: (step: AccountStep) => void;
};
