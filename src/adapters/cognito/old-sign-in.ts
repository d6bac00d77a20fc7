import { message } from '../../domain/message.ts';

/** What the service says before a change that needs a recent sign-in (SES-137, SES-163). Its code is that of any refusal. */
export const OLD_SIGN_IN: readonly string[] = [
  message('You signed in a while ago. Sign in again to add a passkey.'),
  message('You signed in a while ago. Sign in again to add an authenticator app.'),
  message('You signed in a while ago. Sign in again to change your e-mail address.'),
  message('You signed in a while ago. Sign in again to change your phone number.'),
  message('You signed in a while ago. Sign in again to remove your phone number.'),
  message('You signed in a while ago. Sign in again to replace your authenticator app.'),
  message('You signed in a while ago. Sign in again to turn off a second step.'),
];

export const asksForNewSignIn = (said: string): boolean => OLD_SIGN_IN.includes(said);
