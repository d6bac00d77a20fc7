import { observer } from 'mobx-react-lite';
import { isCanceled, membershipStatus, planLabel } from '../../../domain/entitlement/membership.ts';
import { formatPrice, type Plan, SUBSCRIBE_OFFER } from '../../../domain/entitlement/subscribe-offer.ts';
import { useBillingLink } from '../../components/use-billing-link.ts';
import { Modal } from '../../components/layout/modal.tsx';
import { useServices } from '../../app/services.ts';
import styles from './manage-subscription-modal.module.css';
import { membershipNote, STATUS_TONES } from '../account/membership-note.ts';
import { Tag } from '../account/tag.tsx';

type PlanLinkProps = Pick<Plan, 'name' | 'price'> & { readonly href: string; readonly isCurrent: boolean };

function PlanLink({ name, price, href, isCurrent }: PlanLinkProps) {
  const link = useBillingLink(href);
  return (
    <a {...link} aria-current={isCurrent ? 'true' : undefined}>
      <span>
        {name} {formatPrice(price)}
      </span>{' '}
      <span className={styles['verb']}>{isCurrent ? 'Your plan' : 'Choose'}</span>
    </a>
  );
}

/** The current membership, and links to change it (ACC-6). */
export const ManageSubscriptionModal = observer(function ManageSubscriptionModal() {
  const {
    settings: { links },
    user: state,
  } = useServices();
  const { user, manageSubscriptionModalVisible } = state;
  const currentPlan = isCanceled(user) ? '' : planLabel(user);
  const status = membershipStatus(user);
  const plans = SUBSCRIBE_OFFER.plans.flatMap(({ name, price }) => {
    const href = name === 'Annual' ? links.annual : links.monthly;
    return href === null ? [] : [{ name, price, href }];
  });
  return (
    <Modal
      isOpen={manageSubscriptionModalVisible}
      title="Manage subscription"
      onClose={() => state.closeManagement()}
    >
      <p className={styles['standing']}>
        {planLabel(user)} <Tag tone={STATUS_TONES[status]}>{status}</Tag>
      </p>
      <p className={styles['note']}>{membershipNote(user)}</p>
      <ul className={styles['plans']}>
        {plans.map(({ name, price, href }) => (
          <li key={name}>
            <PlanLink name={name} price={price} href={href} isCurrent={name === currentPlan} />
          </li>
        ))}
      </ul>
      <p className={styles['note']}>
        {plans.length > 0 && 'Plans open in a new tab, where billing is managed. '}
        {links.help !== null && (
          <>
            Questions?{' '}
            <a href={links.help} target="_blank" rel="noopener noreferrer">
              Help Desk
            </a>
          </>
        )}
      </p>
    </Modal>
  );
});
