import { createRoute } from '@tanstack/react-router';
import { loadedSoon } from '../../../components/resource/resource.ts';
import { signalOf } from '../../../routes/loading.ts';
import { membersRoute } from '../../../routes/parents.ts';
import { homeResources, HomeScreen, loadFirstCovers } from './home-screen.tsx';
import { message } from 'audio-streaming-translations/message';

export const homeRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/',
  staticData: { title: message('Home') },
  loader: async ({ context: { services }, abortController }) => {
    const loading = services.loadPages.home(signalOf(abortController));
    void loadFirstCovers(loading, services.mediaUrl);
    const home = homeResources(loading);
    return loadedSoon(home, { together: home.together });
  },
  component: () => <HomeScreen data={homeRoute.useLoaderData()} />,
});
