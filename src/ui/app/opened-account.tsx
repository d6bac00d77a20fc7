import type { ComponentType } from 'react';
import type { AccountServices } from '../../application/account/services.ts';
import { useServices } from './services.ts';
import { LazyScreen } from './lazy-screen.tsx';

type OpenedAccountProps = {
  readonly screen: ComponentType<{ readonly account: AccountServices }>;
  /** Null where the code of the use cases could not be fetched. */
  readonly account: AccountServices | null;
};

/** The account's screen with its use cases, whose code comes beside the screen's and may be missing like it. */
export function OpenedAccount({ screen: Screen, account }: OpenedAccountProps) {
  const { openAccount } = useServices();
  if (account !== null) return <Screen account={account} />;
  return <LazyScreen importScreen={openAccount} render={(late) => <Screen account={late} />} />;
}
