import { Suspense, use, type ReactNode } from 'react';
import type { Result } from '../../domain/result.ts';
import { FailureNotice } from './failure-notice.tsx';

type AnsweredProps<Value> = {
  /** The loader's promise itself: a new one on every render would never settle. */
  readonly answer: Promise<Result<Value, { readonly kind: string }>>;
  /** Stands where the answer will, in its shape. */
  readonly skeleton: ReactNode;
  readonly message?: string;
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

function Arms<Value>({ answer, message, children }: Omit<AnsweredProps<Value>, 'skeleton'>) {
  const outcome = use(answer);
  if (outcome.ok) return children(outcome.value);
  return <FailureNotice kind={outcome.error.kind} message={message} />;
}
