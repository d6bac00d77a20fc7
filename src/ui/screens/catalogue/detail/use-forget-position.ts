import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Removes the position from the address, so that a later reload does not use it again (PLAY-47). */
export function useForgetPosition(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    void navigate({ to: '.', search: {}, hash: true, state: { samePage: true }, replace: true });
  }, [navigate]);
}
