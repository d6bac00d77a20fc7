import type { AccountStep, CreateAccount } from '../../../../application/session/create-account.ts';

/** What either way of confirming an address gets. */
export type ConfirmationProps = {
  readonly email: string;
  /** A code or a link that is on its way at this moment; absent: one was sent. */
  readonly sending?: ReturnType<CreateAccount['resume']>;
  readonly onStep: (step: AccountStep) => void;
};
