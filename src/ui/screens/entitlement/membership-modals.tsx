import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Welcome, WelcomeState } from '../../../application/entitlement/welcome-state.ts';
import type { Plan } from '../../../domain/entitlement/play-decision.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Modal } from '../../components/layout/modal.tsx';
import { useBillingLink } from '../../components/controls/buy-link.tsx';
import { formatPrice } from 'audio-streaming-translations/formats';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './membership-modals.module.css';

/** The plans, as listeners read them. Programs know them by the English names. */
const PLAN_NAMES: Readonly<Record<Plan['name'], string>> = {
  Annual: message('Annual'),
  Monthly: message('Monthly'),
};

type PlanLinkProps = { readonly plan: Plan; readonly href: string; readonly onChoose: () => void };

function PlanLink({ plan, href, onChoose }: PlanLinkProps) {
  const link = useBillingLink(href, { onUse: onChoose });
  return (
    <a {...link} className={styles['plan']} aria-current={plan.isPreselected ? 'true' : undefined}>
      <span className={styles['name']}>{t(PLAN_NAMES[plan.name])}</span>{' '}
      <span className={styles['price']}>
        {formatPrice(plan.price)}
        {plan.pricePerMonth !== null && (
          <>
            {' '}
            <span className={styles['perMonth']}>
              {t('({price}/month)', { price: formatPrice(plan.pricePerMonth) })}
            </span>
          </>
        )}
      </span>{' '}
      {plan.saving !== null && <span className={styles['saving']}>{t(plan.saving)}</span>}
    </a>
  );
}

/** The offer of a membership (ENT-39, ENT-40, ENT-41). */
export const SubscribeModal = observer(function SubscribeModal() {
  const { user, offer, settings } = useServices();
  const { links, offer: offered } = settings;
  const plans = offered.plans.flatMap((plan) => {
    const href = plan.name === 'Annual' ? links.annual : links.monthly;
    return href === null ? [] : [{ plan, href }];
  });
  return (
    <Modal isOpen={user.subscribeModalVisible} title={t(offered.headline)} onClose={() => offer.close()}>
      {offered.benefits.length > 0 && (
        <ul className={styles['benefits']}>
          {offered.benefits.map((benefit) => (
            <li key={benefit}>
              <Check aria-hidden="true" />
              {t(benefit)}
            </li>
          ))}
        </ul>
      )}
      {plans.length > 0 && (
        <>
          <h3>{t(offered.choice)}</h3>
          <div className={styles['plans']}>
            {plans.map(({ plan, href }) => (
              <PlanLink
                key={plan.name}
                plan={plan}
                href={href}
                onChoose={() => offer.choosePlan(plan.name)}
              />
            ))}
          </div>
        </>
      )}
      <div className={styles['notes']}>
        {plans.length > 0 && <p>{t(offered.notes)}</p>}
        <p>
          {links.terms !== null && (
            <a href={links.terms} target="_blank" rel="noopener noreferrer">
              {t('Terms & Conditions')}
            </a>
          )}
          {links.terms !== null && links.privacy !== null && ' · '}
          {links.privacy !== null && (
            <a href={links.privacy} target="_blank" rel="noopener noreferrer">
              {t('Privacy Policy')}
            </a>
          )}
        </p>
      </div>
    </Modal>
  );
});

const titleOf = (welcome: Welcome | null): string =>
  welcome?.kind === 'owner'
    ? t('{title} is yours', { title: welcome.item.title })
    : t('You are a member now');

const textOf = (welcome: Welcome | null): string =>
  t(welcome?.kind === 'owner' ? 'You can play it whenever you like.' : 'Every audio is open to you.');

/** Greets a listener who comes back from paying, and offers to play what they wanted (ENT-63). */
export const WelcomeModal = observer(function WelcomeModal() {
  const { offer, playerControls } = useServices();
  const [state, setState] = useState<WelcomeState | null>(null);
  useEffect(() => {
    void offer.openWelcome().then(setState);
  }, [offer]);
  const welcome = state?.welcome ?? null;
  const item = welcome?.item ?? null;
  return (
    <Modal isOpen={welcome !== null} title={titleOf(welcome)} onClose={() => state?.close()}>
      <p>{textOf(welcome)}</p>
      {item !== null && (
        <Button
          look="primary"
          onClick={() => {
            // The sound starts only within the click.
            void playerControls.playOrPause(item);
            state?.close();
          }}
        >
          {t('Play {title}', { title: item.title })}
        </Button>
      )}
    </Modal>
  );
});
