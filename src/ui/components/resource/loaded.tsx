import type { ReactNode } from 'react';
import type { Result } from '../../../domain/result.ts';
import { useResource, type Resource } from './resource.ts';
import { FailureNotice } from './failure-notice.tsx';

type AnsweredProps<Value> = {
  readonly answer: Resource<Result<Value, { readonly kind: string }>>;
  /** Stands where the answer will, in its shape. */
  readonly skeleton: ReactNode;
  readonly message?: string;
  /** What to say where the provider knows no such thing. */
  readonly notFound?: string;
  /** The screen's h1 is part of the answer: where that did not come, another stands in. */
  readonly holdsHeading?: boolean;
  readonly children: (value: Value) => ReactNode;
};

/** Both arms of an answer that is on its way: a skeleton until it has come, then what came, or why nothing did. */
export function Loaded<Value>({
  answer,
  skeleton,
  message,
  notFound,
  holdsHeading = false,
  children,
}: AnsweredProps<Value>) {
  const outcome = useResource(answer);
  if (outcome === undefined) return skeleton;
  if (outcome.ok) return children(outcome.value);
  const { kind } = outcome.error;
  return (
    <>
      {holdsHeading && <h1>{kind === 'not-found' ? 'Not found' : 'Something went wrong'}</h1>}
      <FailureNotice kind={kind} message={message} notFound={notFound} />
    </>
  );
}
