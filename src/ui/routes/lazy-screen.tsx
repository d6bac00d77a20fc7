import { Suspense, use, useState, type ReactElement } from 'react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { FailureNotice } from '../components/resource/failure-notice.tsx';
import { PageHeading, Page } from '../components/layout/page.tsx';
import { useServices } from '../services.ts';
import { t } from 'audio-streaming-translations/translate';

type LazyScreenProps<Screen> = {
  readonly importScreen: () => Promise<Screen>;
  readonly render: (screen: Screen) => ReactElement;
  /** Shown until the code has loaded; an empty page if absent. */
  readonly waiting?: ReactElement;
};

type Outcome<Screen> =
  | { readonly is: 'loaded'; readonly screen: Screen }
  /** The page is about to reload, so nothing is shown any more. */
  | { readonly is: 'leaving' }
  | { readonly is: 'missing'; readonly kind: 'unreachable' | 'gone' };

/**
 * Replaces a screen whose code could not be fetched. It fetches the code once more, and moves to a newer build if there
 * is one (APP-53). Otherwise it shows the failure and retries when the network returns (APP-54). The player is not
 * affected.
 */
export function LazyScreen<Screen>({ importScreen, render, waiting }: LazyScreenProps<Screen>) {
  const { moveToNewestBuild } = useServices();
  const load = async (): Promise<Outcome<Screen>> => {
    try {
      return { is: 'loaded', screen: await importScreen() };
    } catch {
      const build = await moveToNewestBuild.move();
      if (build === 'outdated') return { is: 'leaving' };
      return { is: 'missing', kind: build === 'unreachable' ? 'unreachable' : 'gone' };
    }
  };
  const [loading, setLoading] = useState(load);
  const retryQuietly = async () => {
    const outcome = await load();
    if (outcome.is !== 'missing') setLoading(Promise.resolve(outcome));
  };
  return (
    <Suspense fallback={waiting ?? <Page>{null}</Page>}>
      <LoadedScreen
        loading={loading}
        render={render}
        onRetry={() => setLoading(load())}
        onRetryQuietly={retryQuietly}
      />
    </Suspense>
  );
}

type LoadedScreenProps<Screen> = {
  readonly loading: Promise<Outcome<Screen>>;
  readonly render: (screen: Screen) => ReactElement;
  readonly onRetry: () => void;
  readonly onRetryQuietly: () => Promise<void>;
};

function LoadedScreen<Screen>({ loading, render, onRetry, onRetryQuietly }: LoadedScreenProps<Screen>) {
  const outcome = use(loading);
  if (outcome.is === 'loaded') return render(outcome.screen);
  return (
    <Page>
      {outcome.is === 'missing' && (
        <>
          <PageHeading title={t('Something went wrong')} description={t('This page could not be loaded.')} />
          <FailureNotice kind={outcome.kind} onRetry={onRetry} onRetryQuietly={onRetryQuietly} />
        </>
      )}
    </Page>
  );
}

/**
 * A screen in a chunk of its own, for the `component` of a route. The router fetches the chunk while the loader runs,
 * or earlier when the pointer is over a link to the route.
 *
 * @param importScreen imports the module of the screen and returns the screen
 * @param render renders the screen with the loader data of the route
 */
export function lazyComponent<Screen>(
  importScreen: () => Promise<Screen>,
  render: (screen: Screen) => ReactElement,
) {
  return lazyRouteComponent(async () => {
    try {
      const screen = await importScreen();
      return { default: () => render(screen) };
    } catch {
      // Without this catch, the router would reload the whole page and stop the sound.
      return { default: () => <LazyScreen importScreen={importScreen} render={render} /> };
    }
  });
}
