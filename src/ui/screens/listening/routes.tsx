import { createRoute } from '@tanstack/react-router';
import { Resource, loadedSoon } from '../../components/resource/resource.ts';
import { lazyComponent } from '../../routes/lazy-screen.tsx';
import { membersRoute } from '../../routes/parents.ts';

export const listeningRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/listening',
  loader: ({ context: { services } }) => loadedSoon({ numbers: new Resource(services.loadListening.load()) }),
  component: lazyComponent(
    async () => (await import('./listening-screen.tsx')).ListeningScreen,
    (ListeningScreen) => <ListeningScreen data={listeningRoute.useLoaderData()} />,
  ),
});
