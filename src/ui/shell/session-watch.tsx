import { useRouter } from '@tanstack/react-router';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useServices } from '../services.ts';

/**
 * Asks the route's guard again when the listener is gone all of a sudden: a session that was found to have
 * ended, here or in another tab (contract 3.16).
 */
export const SessionWatch = observer(function SessionWatch() {
  const { user } = useServices();
  const router = useRouter();
  const { isSignedIn } = user;
  const wasSignedIn = useRef(isSignedIn);
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) void router.invalidate();
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn, router]);
  return null;
});
