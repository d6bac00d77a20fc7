import { Check, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from 'audio-streaming-components/copy-text';
import { Button, IconButton } from 'audio-streaming-components/controls/button';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';

/** How long the button says that the link was copied, in milliseconds. */
const STAY = 4000;

type ShareButtonProps = {
  readonly title: string;
  /** Creates the address, with the current position. */
  readonly link: () => string;
  /** The name of a button with an icon only; the button has its own text if absent. */
  readonly iconLabel?: string;
  readonly onUse?: () => void;
};

type Outcome = 'shared' | 'copied' | 'failed';

/** Opens the system's share dialog if there is one, else copies the link. */
async function share(title: string, url: string): Promise<Outcome> {
  // Some browsers have no `share`, although the types say otherwise.
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      // The listener cancelled.
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  return (await copyText(url)) ? 'copied' : 'failed';
}

const TEXTS: Readonly<Record<Outcome, string>> = {
  shared: '',
  copied: message('Link copied'),
  failed: message('The link could not be copied'),
};

/** Shares an address, and shows a confirmation if the link was copied instead. */
export function ShareButton({ title, link, iconLabel, onUse }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timeout = setTimeout(() => setOutcome(null), STAY);
    return () => clearTimeout(timeout);
  }, [outcome]);
  const Icon = outcome === 'copied' ? Check : Share2;
  const use = () => {
    onUse?.();
    void share(title, link()).then((result) => setOutcome(result));
  };
  return (
    <>
      {iconLabel === undefined ? (
        <Button onClick={use}>
          <Icon aria-hidden="true" size={18} />
          {t(outcome === null || outcome === 'shared' ? 'Share' : TEXTS[outcome])}
        </Button>
      ) : (
        <IconButton label={iconLabel} icon={Icon} onClick={use} />
      )}
      <span className="visually-hidden" role="status">
        {outcome !== null && t(TEXTS[outcome])}
      </span>
    </>
  );
}
