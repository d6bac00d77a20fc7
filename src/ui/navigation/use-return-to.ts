import { useRouter } from '@tanstack/react-router';
import { returnPath } from './return-path.ts';

/** Goes to the page that `from` names, if it may lead there, else to the home page (SES-2). */
export function useReturnTo(): (from: string | undefined) => void {
  const router = useRouter();
  return (from) =>
    router.history.push(returnPath(from, window.location.origin, router.options.context.isMemberPath));
}
