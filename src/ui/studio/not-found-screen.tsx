import { buttonClass } from '../components/controls/button.tsx';
import { EmptyState } from '../components/lists/empty-state.tsx';
import { StudioLink } from './components/studio-link.tsx';
import { StudioPage } from './shell/studio-page.tsx';

export function NotFoundScreen() {
  return (
    <StudioPage title="Page not found">
      <EmptyState text="There is nothing at this address of the studio.">
        <StudioLink to="/studio" className={buttonClass('primary')}>
          To the catalogue
        </StudioLink>
      </EmptyState>
    </StudioPage>
  );
}
