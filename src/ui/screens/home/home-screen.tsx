import { observer } from 'mobx-react-lite';
import { Suspense } from 'react';
import type { Home } from '../../../application/load-home.ts';
import { Page } from '../../parts/page.tsx';
import { useServices } from '../../services.ts';
import { ScreenHeading } from '../screen-heading.tsx';
import { AskTheUniverse } from './ask-the-universe.tsx';
import { greeting } from './greeting.ts';
import { HomeShelves } from './home-shelves.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';

type HomeScreenProps = { readonly data: Home };

/** The browse home (section 2). */
export function HomeScreen({ data }: HomeScreenProps) {
  return (
    <Page>
      <Greeting />
      <Suspense fallback={<HomeSkeleton />}>
        <HomeShelves home={data} />
      </Suspense>
      <AskTheUniverse />
    </Page>
  );
}

const Greeting = observer(function Greeting() {
  const { time, user } = useServices();
  const hour = new Date(time.now).getHours();
  return <ScreenHeading title={`${greeting(hour)}, ${user.firstName}`} />;
});
