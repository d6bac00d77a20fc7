import type { ReactNode } from 'react';
import type { Result } from '../../../domain/result.ts';
import { PageHeading } from '../layout/page.tsx';
import { useResource, type Resource } from './resource.ts';
import { FailureNotice } from './failure-notice.tsx';
import type { Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';

type LoadedProps<Value> = {
  readonly resource: Resource<Result<Value, { readonly kind: string }>>;
  /** Shown until the resource has loaded, in its shape. */
  readonly skeleton: ReactNode;
  readonly message?: Message;
  /** The message if the provider does not know the item. */
  readonly notFound?: Message;
  /** Set if the content holds the h1 of the screen: after a failure, another h1 replaces it. */
  readonly holdsHeading?: boolean;
  readonly children: (value: Value) => ReactNode;
};

/** Shows a resource: a skeleton until it has loaded, then its value or its failure. */
export function Loaded<Value>({
  resource,
  skeleton,
  message,
  notFound,
  holdsHeading = false,
  children,
}: LoadedProps<Value>) {
  const outcome = useResource(resource);
  if (outcome === undefined) return skeleton;
  if (outcome.ok) return children(outcome.value);
  const { kind } = outcome.error;
  return (
    <>
      {holdsHeading && (
        <PageHeading
          title={t(kind === 'not-found' ? { text: 'Not found', context: 'page' } : 'Something went wrong')}
          description={t(
            kind === 'not-found' ? 'There is nothing at this address.' : 'This page could not be loaded.',
          )}
        />
      )}
      <FailureNotice kind={kind} message={message} notFound={notFound} offersDownloads={holdsHeading} />
    </>
  );
}
