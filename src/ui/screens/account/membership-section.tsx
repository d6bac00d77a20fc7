import { observer } from 'mobx-react-lite';
import { isSubscribed, membershipStatus, planLabel } from '../../../domain/entitlement/membership.ts';
import { Button } from '../../components/controls/button.tsx';
import { useServices } from '../../app/services.ts';
import { ManageSubscriptionModal } from '../entitlement/manage-subscription-modal.tsx';
import { membershipNote, STATUS_TONES } from './membership-note.ts';
import { Section } from './section.tsx';
import { Setting } from './setting.tsx';
import { Tag } from './tag.tsx';

/** The membership status, and the actions for it (ACC-6). */
export const MembershipSection = observer(function MembershipSection() {
  const { offer, user: state } = useServices();
  const { user } = state;
  const plan = planLabel(user);
  const status = membershipStatus(user);
  return (
    <Section title="Membership" intro="Your plan, and what it opens.">
      <Setting
        label="Plan"
        value={
          <>
            {plan !== '' && <span>{plan}</span>}
            <Tag tone={STATUS_TONES[status]}>{status}</Tag>
          </>
        }
        note={<p>{membershipNote(user)}</p>}
        actions={
          <>
            {!isSubscribed(user) && (
              <Button look="primary" onClick={() => offer.show()}>
                See plans
              </Button>
            )}
            {plan !== '' && <Button onClick={() => state.showManagement()}>Manage subscription</Button>}
          </>
        }
      />
      <ManageSubscriptionModal />
    </Section>
  );
});
