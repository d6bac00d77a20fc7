import { useRouter } from '@tanstack/react-router';
import { observer } from 'mobx-react-lite';
import { Button } from '../../../components/controls/button.tsx';
import { returnPath } from '../../../app/return-path.ts';
import { useServices } from '../../../app/services.ts';

/** Leads a new listener from the recommendations to `from`, else to the home page (SES-63). */
export const OnboardingButton = observer(function OnboardingButton() {
  const { onboarding } = useServices();
  const router = useRouter();
  if (!onboarding.awaitsOffer) return null;
  const goOn = () => {
    const { isMemberPath } = router.options.context;
    router.history.push(returnPath(onboarding.from ?? undefined, window.location.origin, isMemberPath));
  };
  return (
    <Button look="primary" onClick={goOn}>
      Continue
    </Button>
  );
});
