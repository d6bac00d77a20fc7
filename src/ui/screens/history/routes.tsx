import { createRoute, notFound } from '@tanstack/react-router';
import { lazyComponent } from '../../routes/lazy-screen.tsx';
import { membersRoute } from '../../routes/parents.ts';

export const historyRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/history',
  loader: ({ context: { services } }) => {
    if (services.settings.links.mobileApp !== null) notFound({ throw: true });
  },
  component: lazyComponent(
    async () => (await import('./history-screen.tsx')).HistoryScreen,
    (HistoryScreen) => <HistoryScreen />,
  ),
});
