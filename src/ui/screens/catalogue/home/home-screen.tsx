import { observer } from 'mobx-react-lite';
import { greeting } from '../../../../domain/catalogue/greeting.ts';
import type { Instant } from '../../../../domain/time.ts';
import { useResource } from '../../../components/resource/resource.ts';
import { Page } from '../../../components/layout/page.tsx';
import type { Services } from '../../../app/services.ts';
import { useMovingTime } from '../../../components/use-moving-time.ts';
import { useOutcome } from '../../../components/use-outcome.ts';
import { ScreenHeading } from '../../../components/layout/screen-heading.tsx';
import type { HomeResources } from './home-resource.ts';
import { AskTheUniverse } from './ask-the-universe.tsx';
import { HomeShelves } from './home-shelves.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';

type HomeScreenProps = { readonly data: HomeResources };

/** The home page. */
export function HomeScreen({ data }: HomeScreenProps) {
  const isTogether = useResource(data.together) ?? false;
  return (
    <Page>
      <Greeting />
      {isTogether ? <HomeShelves home={data} /> : <HomeSkeleton />}
      <AskTheUniverse />
    </Page>
  );
}

const wordsOf = (_: unknown, { time, user }: Services): string => {
  const words = greeting(new Date(time.now).getHours());
  return user.listener.kind === 'known' ? `${words}, ${user.firstName}` : words;
};

/** No further instants: the greeting changes only with the hour. */
const EACH_HOUR: readonly Instant[] = [];

const Greeting = observer(function Greeting() {
  useMovingTime(EACH_HOUR);
  return (
    <ScreenHeading
      title={useOutcome(wordsOf, null)}
      description="Audiobooks, podcasts, meditations and quick listens, picked for you and fresh every day."
    />
  );
});
