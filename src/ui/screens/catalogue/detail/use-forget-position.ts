import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Takes the place out of the page's address, so that a reload does not jump back to it later. */
export function useForgetPosition(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    void navigate({ to: '.', search: {}, hash: true, state: { samePage: true }, replace: true });
  }, [navigate]);
}
