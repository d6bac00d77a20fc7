import type { AccountStep, CreateAccount } from '../../../../application/session/create-account.ts';

/** The props of both confirmation forms. */
export type ConfirmationProps = {
  readonly email: string;
  /** The running request for a code or a link; absent if one was already sent. */
  readonly sending?: ReturnType<CreateAccount['resume']>;
  readonly onStep: (step: AccountStep) => void;
};
