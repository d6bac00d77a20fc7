import { createRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { AccountServices } from '../../../application/account/services.ts';
import { LazyScreen, lazyComponent } from '../../routes/lazy-screen.tsx';
import { membersRoute } from '../../routes/parents.ts';
import { useServices } from '../../services.ts';

type OpenedAccountProps = {
  readonly screen: ComponentType<{ readonly account: AccountServices }>;
  /** Null if the code of the use cases could not be fetched. */
  readonly account: AccountServices | null;
};

/** The account screen with its use cases. Their code is a chunk of its own, which may fail to load. */
function OpenedAccount({ screen: Screen, account }: OpenedAccountProps) {
  const { openAccount } = useServices();
  if (account !== null) return <Screen account={account} />;
  return <LazyScreen importScreen={openAccount} render={(loaded) => <Screen account={loaded} />} />;
}

export const accountRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/account',
  // The result is null if the code could not be fetched. The screen then fetches the code again.
  loader: async ({ context: { services } }) => services.openAccount().catch(() => null),
  component: lazyComponent(
    async () => (await import('./account-screen.tsx')).AccountScreen,
    (AccountScreen) => <OpenedAccount screen={AccountScreen} account={accountRoute.useLoaderData()} />,
  ),
});
