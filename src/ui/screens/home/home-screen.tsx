import { observer } from 'mobx-react-lite';
import { Suspense } from 'react';
import type { Home } from '../../../application/load-home.ts';
import { Page } from '../../parts/page.tsx';
import type { Services } from '../../services.ts';
import { useOutcome } from '../../use-outcome.ts';
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

const wordsOf = (_: unknown, { time, user }: Services): string =>
  `${greeting(new Date(time.now).getHours())}, ${user.firstName}`;

const Greeting = observer(function Greeting() {
  return <ScreenHeading title={useOutcome(wordsOf, null)} />;
});
