import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { isForSale, purchaseAddress, tileContentId } from '../../../domain/entitlement/play-decision.ts';
import type { Services } from '../../app/services.ts';
import { useBillingLink } from '../use-billing-link.ts';
import { useOutcome } from '../use-outcome.ts';

type BuyLinkProps = {
  readonly item: ContentItem;
  readonly className: string | undefined;
  readonly onUse?: () => void;
};

const addressOf = (item: ContentItem, { settings, time, user }: Services): string | null => {
  const { purchase } = settings.links;
  if (purchase === null || !isForSale(item, user.listener, time.now)) return null;
  return purchaseAddress(purchase, tileContentId(item));
};

/** Opens the page where the title is bought, in a new tab. Renders nothing if the title cannot be bought (ENT-20). */
export const BuyLink = observer(function BuyLink({ item, className, onUse }: BuyLinkProps) {
  const address = useOutcome(addressOf, item);
  const link = useBillingLink(address, { item, onUse });
  if (address === null) return null;
  return (
    <a {...link} className={className} aria-label={`Buy ${item.title}`}>
      Buy
    </a>
  );
});
