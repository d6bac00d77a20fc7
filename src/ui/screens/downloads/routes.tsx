import { createRoute, notFound } from '@tanstack/react-router';
import { downloadsInTime } from '../../routes/downloads-in-time.ts';
import { lazyComponent } from '../../routes/lazy-screen.tsx';
import { membersRoute } from '../../routes/parents.ts';

export const downloadsRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/downloads',
  // The result is null if the code could not be fetched. The screen then fetches the code again.
  loader: async ({ context: { services } }) => {
    if (services.settings.links.mobileApp !== null) notFound({ throw: true });
    return downloadsInTime(services);
  },
  component: lazyComponent(
    async () => (await import('./downloads-screen.tsx')).DownloadsScreen,
    (DownloadsScreen) => <DownloadsScreen opened={downloadsRoute.useLoaderData()} />,
  ),
});
