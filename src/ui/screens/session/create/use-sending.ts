import { useEffect, useEffectEvent } from 'react';
import { useStep, type Step } from '../../../components/forms/use-step.ts';
import type { ConfirmationProps } from './confirmation-props.ts';

/** Sending a code or a link again; begins with the one that is on its way already, so that it is told of as well. */
export function useSending(underWay: ConfirmationProps['sending']): Step<void> {
  const resend = useStep<void>(() => undefined);
  const follow = useEffectEvent(() => {
    if (underWay !== undefined) void resend.attempt(() => underWay);
  });
  useEffect(() => follow(), []);
  return resend;
}
