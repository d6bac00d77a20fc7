import { Suspense, use, type ReactNode } from 'react';
import type { Result } from '../../domain/result.ts';
import { FailureNotice } from './failure-notice.tsx';

type AnsweredProps<Value> = {
  /** The loader's promise itself: a new one on every render would never settle. */
  readonly answer: Promise<Result<Value, { readonly kind: string }>>;
  /** Stands where the answer will, in its shape. */
  readonly skeleton: ReactNode;
  readonly message?: string;
  /** What to say where the provider knows no such thing. */
  readonly notFound?: string;
  /** The screen's h1 is part of the answer: where that did not come, another stands in. */
  readonly holdsHeading?: boolean;
  readonly children: (value: Value) => ReactNode;
};

/** Both arms of an answer that is on its way: a skeleton, then what came, or why nothing did. */
export function Answered<Value>({ skeleton, ...arms }: AnsweredProps<Value>) {
  return (
    <Suspense fallback={skeleton}>
      <Arms {...arms} />
    </Suspense>
  );
}

function Arms<Value>({
  answer,
  message,
  notFound,
  holdsHeading = false,
  children,
}: Omit<AnsweredProps<Value>, 'skeleton'>) {
  const outcome = use(answer);
  if (outcome.ok) return children(outcome.value);
  const { kind } = outcome.error;
  return (
    <>
      {holdsHeading && <h1>{kind === 'not-found' ? 'Not found' : 'Something went wrong'}</h1>}
      <FailureNotice kind={kind} message={message} notFound={notFound} />
    </>
  );
}
