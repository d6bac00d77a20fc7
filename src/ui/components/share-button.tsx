import { Check, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

/** How long the button says that the link was copied, in milliseconds. */
const STAY = 4000;

type ShareButtonProps = {
  readonly title: string;
  /** Makes the address, with the place of this moment. */
  readonly link: () => string;
};

type Outcome = 'shared' | 'copied' | 'failed';

/** Hands a link to the system's own sharing where there is one, else to the clipboard. */
async function share(title: string, url: string): Promise<Outcome> {
  // Not in every browser, whatever the types say.
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      // The listener thought better of it.
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

const SAID: Readonly<Record<Outcome, string>> = {
  shared: '',
  copied: 'Link copied',
  failed: 'The link could not be copied',
};

/** Shares an address, and says so where the system doesn't. */
export function ShareButton({ title, link }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const forget = setTimeout(() => setOutcome(null), STAY);
    return () => clearTimeout(forget);
  }, [outcome]);
  const Icon = outcome === 'copied' ? Check : Share2;
  return (
    <>
      <Button onClick={() => void share(title, link()).then((came) => setOutcome(came))}>
        <Icon aria-hidden="true" size={18} />
        {outcome === null || outcome === 'shared' ? 'Share' : SAID[outcome]}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome !== null && SAID[outcome]}
      </span>
    </>
  );
}
