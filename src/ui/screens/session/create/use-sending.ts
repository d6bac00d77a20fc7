import { useEffect, useEffectEvent } from 'react';
import { useStep, type Step } from '../../../components/forms/use-step.ts';
import type { ConfirmationProps } from './confirmation-props.ts';

/**
 * Sends a code or a link again. It starts with a request that is already running, so that its result is shown too
 * (SES-59).
 */
export function useSending(running: ConfirmationProps['sending']): Step<void> {
  const resend = useStep<void>(() => undefined);
  const follow = useEffectEvent(() => {
    if (running !== undefined) void resend.attempt(() => running);
  });
  useEffect(() => follow(), []);
  return resend;
}
