import { Button } from 'audio-streaming-components/controls/button';
import { t } from 'audio-streaming-translations/translate';
import { useServices } from '../../services.ts';
import { type SaveFailure, useAccount } from './setting.tsx';

type SignInAgainProps = { readonly failure: SaveFailure | null };

/**
 * Leads to the hosted login after a change that needs a recent sign-in (SES-137, SES-163). Without a hosted login there is no
 * button; the message says what to do.
 */
export function SignInAgain({ failure }: SignInAgainProps) {
  const { hostedSession, settings } = useServices();
  const { ownSessionsState } = useAccount();
  if (failure?.kind !== 'old-sign-in' || settings.hostedLogin === undefined) return null;
  const signInAgain = () => {
    // Who signed in with another provider may have no password here (SES-160).
    const provider = ownSessionsState.sessions.find(({ isThisOne }) => isThisOne)?.provider;
    const way = typeof provider === 'string' ? ({ provider, isAgain: true } as const) : 'again';
    void hostedSession.goToHostedLogin('/account', way);
  };
  return <Button onClick={signInAgain}>{t('Sign in again')}</Button>;
}
