import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../routes/lazy-screen.tsx';
import { membersRoute } from '../../routes/parents.ts';

export const bookmarksRoute = createRoute({
  getParentRoute: () => membersRoute,
  path: '/bookmarks',
  component: lazyComponent(
    async () => (await import('./bookmarks-screen.tsx')).BookmarksScreen,
    (BookmarksScreen) => <BookmarksScreen />,
  ),
});
