import { createContext, useContext } from 'react';
import type { AccountServices } from '../../../application/account/services.ts';

const AccountContext = createContext<AccountServices | null>(null);

export const AccountProvider = AccountContext.Provider;

/** The services of the account page. Call it only below `AccountProvider`. */
export function useAccount(): AccountServices {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('No account services: a section was rendered outside the page');
  return account;
}
