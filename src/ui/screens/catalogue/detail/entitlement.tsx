import { CircleCheck, Gem, Lock } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { knownDecision, type PlayDecision } from '../../../../domain/entitlement/play-decision.ts';
import { isOnSale } from '../../../../domain/entitlement/sale.ts';
import { formatPrice } from '../../../../domain/entitlement/subscribe-offer.ts';
import { isInstant } from '../../../../domain/time.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';
import { formatDay } from '../../../components/day.ts';
import { entitlementNote } from '../../../components/tiles/entitlement-note.ts';
import styles from './entitlement.module.css';
import { useRecordButton } from './title-page.ts';

type EntitlementProps = { readonly item: ContentItem };

/** Says why the title plays or not (ENT-27), and shows the plans if a membership would let it play. */
export const Entitlement = observer(function Entitlement({ item }: EntitlementProps) {
  const { offer, time, user } = useServices();
  const record = useRecordButton();
  const decision = knownDecision(user.listener, item, time.now);
  const note = decision === null ? null : entitlementNote(decision, item, time.now);
  if (decision === null || note === null) return null;
  const { till } = item.discount.window;
  return (
    <div className={styles['note']} data-kind={decision.kind}>
      <Sign kind={decision.kind} />
      <div>
        <p className={styles['text']}>{note}</p>
        {isOnSale(item, user.listener, time.now) && isInstant(till) && (
          <p>
            {formatPrice(item.discount.price)} to own, until {formatDay(till, time.now)}
          </p>
        )}
      </div>
      {decision.kind === 'offer' && (
        <Button
          className={styles['plans']}
          onClick={() => {
            record('See plans');
            offer.showFor(item);
          }}
        >
          See plans
        </Button>
      )}
    </div>
  );
});

function Sign({ kind }: { readonly kind: PlayDecision['kind'] }) {
  if (kind === 'nothing') return <Lock className={styles['icon']} role="img" aria-label="Locked" />;
  const Icon = kind === 'play' ? CircleCheck : Gem;
  return <Icon className={styles['icon']} aria-hidden="true" />;
}
