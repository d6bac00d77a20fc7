import { observer } from 'mobx-react-lite';
import { isSubscribed, membershipStatus, planLabel } from '../../../domain/membership.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { useServices } from '../../services.ts';
import { ScreenHeading } from '../screen-heading.tsx';
import styles from './account-screen.module.css';

/** Who listens, and how they stand (contract 3.11, account). */
export const AccountScreen = observer(function AccountScreen() {
  const {
    offer,
    user: { user },
  } = useServices();
  const plan = planLabel(user);
  return (
    <Page>
      <ScreenHeading title="Account" />
      <section className={styles['card']} aria-label="Profile">
        <dl className={styles['facts']}>
          <dt>Name</dt>
          <dd>{user.name}</dd>
          <dt>Email</dt>
          <dd>{user.email}</dd>
        </dl>
      </section>
      <section className={styles['card']} aria-label="Membership">
        <dl className={styles['facts']}>
          <dt>Plan</dt>
          <dd>{plan === '' ? 'None' : plan}</dd>
          <dt>Status</dt>
          <dd>{membershipStatus(user)}</dd>
        </dl>
        {!isSubscribed(user) && (
          <Button
            look="primary"
            onClick={() => {
              offer.show();
            }}
          >
            See plans
          </Button>
        )}
      </section>
    </Page>
  );
});
