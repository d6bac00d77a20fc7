import { createRoute } from '@tanstack/react-router';
import { contentId } from '../../../../domain/catalogue/content.ts';
import { readPosition, type PositionQuery } from '../../../../domain/playback/share-link.ts';
import { Resource, loadedSoon } from '../../../components/resource/resource.ts';
import { lazyComponent } from '../../../routes/lazy-screen.tsx';
import { signalOf, textOf } from '../../../routes/loading.ts';
import { membersRoute } from '../../../routes/parents.ts';
import { loadDetail } from './load-detail.ts';

export const audioRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/audios/$id',
  validateSearch: (search): PositionQuery & { readonly said?: string | undefined } => ({
    chapter: textOf(search['chapter']),
    t: textOf(search['t']),
    said: textOf(search['said']),
  }),
  // The page stays when a linked position is removed from the address.
  remountDeps: ({ params }) => params,
  loader: ({ context: { services }, params: { id }, abortController }) =>
    loadedSoon({ detail: new Resource(loadDetail(services, contentId(id), signalOf(abortController))) }),
  component: lazyComponent(
    async () => (await import('./audio-detail-screen.tsx')).AudioDetailScreen,
    (AudioDetailScreen) => (
      <AudioDetailScreen
        id={contentId(audioRoute.useParams().id)}
        data={audioRoute.useLoaderData()}
        position={readPosition(audioRoute.useSearch())}
        said={audioRoute.useSearch().said ?? null}
      />
    ),
  ),
});
