import type { ComponentType } from 'react';
import type { AccountServices } from '../../application/account/services.ts';
import { useServices } from './services.ts';
import { LazyScreen } from './lazy-screen.tsx';

type OpenedAccountProps = {
  readonly screen: ComponentType<{ readonly account: AccountServices }>;
  /** Null if the code of the use cases could not be fetched. */
  readonly account: AccountServices | null;
};

/** The account screen with its use cases. Their code is a chunk of its own, which may fail to load. */
export function OpenedAccount({ screen: Screen, account }: OpenedAccountProps) {
  const { openAccount } = useServices();
  if (account !== null) return <Screen account={account} />;
  return <LazyScreen importScreen={openAccount} render={(loaded) => <Screen account={loaded} />} />;
}
