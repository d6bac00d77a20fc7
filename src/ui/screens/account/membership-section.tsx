import { observer } from 'mobx-react-lite';
import type { User } from '../../../domain/account/user.ts';
import {
  isCanceled,
  isSubscribed,
  membershipStatus,
  type MembershipStatus,
  type Plan,
  planLabel,
} from '../../../domain/entitlement/play-decision.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Modal } from '../../components/layout/modal.tsx';
import { useBillingLink } from '../../components/controls/buy-link.tsx';
import { Sentence } from 'audio-streaming-components/sentence';
import { formatPrice } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';
import styles from './account.module.css';
import { Section, Setting, Tag } from './setting.tsx';

/** The membership status, and the actions for it (ACC-6). */
export const MembershipSection = observer(function MembershipSection() {
  const { offer, user: state } = useServices();
  const { user } = state;
  const plan = planLabel(user);
  const status = membershipStatus(user);
  return (
    <Section title={t('Membership')} intro={t('Your plan, and what it opens.')}>
      <Setting
        label={t('Plan')}
        value={
          <>
            {plan !== '' && <span>{t(plan)}</span>}
            <Tag tone={STATUS_TONES[status]}>{t(status)}</Tag>
          </>
        }
        note={<p>{membershipNote(user)}</p>}
        actions={
          <>
            {!isSubscribed(user) && (
              <Button look="primary" onClick={() => offer.show()}>
                {t('See plans')}
              </Button>
            )}
            {plan !== '' && (
              <Button onClick={() => state.showManagement()}>{t('Manage subscription')}</Button>
            )}
          </>
        }
      />
      <ManageSubscriptionModal />
    </Section>
  );
});

const STATUS_TONES: Readonly<Record<MembershipStatus, 'plain' | 'good' | 'warning'>> = {
  Free: 'plain',
  Trialing: 'good',
  Active: 'good',
  Canceled: 'warning',
};

const membershipNote = (user: User): string => {
  switch (membershipStatus(user)) {
    case 'Free':
      return t('You play free listens and what you bought. A membership opens every audio.');
    case 'Trialing':
      return t('Your trial is running. Every audio is open to you.');
    case 'Active':
      return t('Every audio is open to you.');
    case 'Canceled':
      return t(
        isSubscribed(user)
          ? 'Your plan will not renew. Every audio stays open to you until the time you paid for is over.'
          : 'Your plan has ended. A new membership opens every audio again.',
      );
  }
};

type PlanLinkProps = Pick<Plan, 'name' | 'price'> & { readonly href: string; readonly isCurrent: boolean };

function PlanLink({ name, price, href, isCurrent }: PlanLinkProps) {
  const link = useBillingLink(href);
  return (
    <a {...link} aria-current={isCurrent ? 'true' : undefined}>
      <span>{t('{plan} {price}', { plan: t(name), price: formatPrice(price) })}</span>{' '}
      <span className={styles['verb']}>{t(isCurrent ? 'Your plan' : 'Choose')}</span>
    </a>
  );
}

/** The current membership, and links to change it (ACC-6). */
const ManageSubscriptionModal = observer(function ManageSubscriptionModal() {
  const {
    settings: { links, offer },
    user: state,
  } = useServices();
  const { user, manageSubscriptionModalVisible } = state;
  const currentPlan = isCanceled(user) ? '' : planLabel(user);
  const status = membershipStatus(user);
  const plans = offer.plans.flatMap(({ name, price }) => {
    const href = name === 'Annual' ? links.annual : links.monthly;
    return href === null ? [] : [{ name, price, href }];
  });
  return (
    <Modal
      isOpen={manageSubscriptionModalVisible}
      title={t('Manage subscription')}
      onClose={() => state.closeManagement()}
    >
      <p className={styles['standing']}>
        {t(planLabel(user))} <Tag tone={STATUS_TONES[status]}>{t(status)}</Tag>
      </p>
      <p className={styles['manageNote']}>{membershipNote(user)}</p>
      <ul className={styles['plans']}>
        {plans.map(({ name, price, href }) => (
          <li key={name}>
            <PlanLink name={name} price={price} href={href} isCurrent={name === currentPlan} />
          </li>
        ))}
      </ul>
      <p className={styles['manageNote']}>
        {plans.length > 0 && `${t('Plans open in a new tab, where billing is managed.')} `}
        {links.help !== null && (
          <Sentence
            text="Questions? <link>Help Desk</link>"
            values={{
              link: (words) => (
                <a href={links.help ?? undefined} target="_blank" rel="noopener noreferrer">
                  {words}
                </a>
              ),
            }}
          />
        )}
      </p>
    </Modal>
  );
});
