import { observer } from 'mobx-react-lite';
import type { MouseEvent } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { isForSale, purchaseAddress, tileContentId } from '../../../domain/entitlement/play-decision.ts';
import { type Services, useServices } from '../../services.ts';
import { useOutcome } from '../use-outcome.ts';
import { t } from 'audio-streaming-translations/translate';

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
    <a {...link} className={className} aria-label={t('Buy {title}', { title: item.title })}>
      {t('Buy')}
    </a>
  );
});

/**
 * Opens a tab during a click. A browser would block it later.
 *
 * @returns null if the browser opens no tab
 */
export const openTab = (): Window | null => window.open('about:blank', '_blank');

/** Waits for an address, and opens it in a tab that is already open. Closes the tab if there is no address. */
export async function leadTab(tab: Window, address: Promise<string | null>): Promise<void> {
  const found = await address;
  if (found === null) {
    tab.close();
    return;
  }
  // The opened page must not have access to this one (APP-40).
  tab.opener = null;
  tab.location.replace(found);
}

/**
 * A link to a page where something is bought or a plan is managed, as the props of an `a`. The provider's own pages open
 * without another sign-in (SES-95). Any other page gets no code.
 *
 * @param item the title that is bought
 * @param onUse called when the link is clicked
 */
export function useBillingLink(
  href: string | null,
  { item, onUse }: { readonly item?: ContentItem; readonly onUse?: (() => void) | undefined } = {},
) {
  const { followMembership, offer, user } = useServices();
  const linkUsed = () => followMembership.linkUsed(item);
  return {
    href: href ?? undefined,
    target: '_blank',
    // not translated: of the browser
    rel: 'noopener noreferrer',
    onClick: (event: MouseEvent) => {
      onUse?.();
      linkUsed();
      const { billingPages } = user.user;
      const isOwn = billingPages !== undefined && href?.startsWith(`${billingPages}/`) === true;
      // With a key, the browser opens the page in its own way.
      if (!isOwn || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
      const tab = openTab();
      // The link then opens by itself, and its page asks for the password.
      if (tab === null) return;
      event.preventDefault();
      void leadTab(tab, offer.billingAddress(href));
    },
    onAuxClick: linkUsed,
  };
}
