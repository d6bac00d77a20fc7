import { useEffect, useEffectEvent, useRef } from 'react';
import type { HtmlMessage, MessageButton } from '../../../domain/messaging.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './message-view.module.css';

type HtmlMessageViewProps = {
  readonly message: HtmlMessage;
  readonly onUse: (button: MessageButton) => void;
  readonly onClose: () => void;
};

const FRAMES = { still: '/message.html', scripted: '/message-scripts.html' } as const;
// not translated: the permissions of a frame
const POPUPS = 'allow-popups allow-popups-to-escape-sandbox';

/**
 * Shows an HTML message in a frame with a policy of its own (MSG-21). Without scripts, the page writes the frame's
 * content. With scripts, the frame has an origin of its own, and can only report that it was used or closed (MSG-22).
 */
export function HtmlMessageView(props: HtmlMessageViewProps) {
  return props.message.mayRunScripts ? <ScriptedFrame {...props} /> : <StillFrame {...props} />;
}

function StillFrame({ message, onUse }: HtmlMessageViewProps) {
  const frame = useRef<HTMLIFrameElement>(null);

  const write = () => {
    const element = frame.current;
    const page = element?.contentDocument;
    if (element == null || page == null) return;
    const policy = page.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = framePolicy(message.imageOrigins, false);
    page.head.append(policy);
    page.body.innerHTML = message.html;
    page.addEventListener('click', (event) => {
      const button = usedIn(event, window.location.origin);
      if (button === null) return;
      event.preventDefault();
      onUse(button);
    });
    const fit = () => {
      element.style.height = `${page.documentElement.scrollHeight}px`;
    };
    fit();
    // Pictures load later and change the height.
    page.addEventListener('load', fit, true);
  };

  return (
    <iframe
      ref={frame}
      className={styles['frame']}
      title={t({ text: 'Message', context: 'for the listener' })}
      src={FRAMES.still}
      sandbox={`allow-same-origin ${POPUPS}`}
      onLoad={write}
    />
  );
}

function ScriptedFrame({ message, onUse, onClose }: HtmlMessageViewProps) {
  const frame = useRef<HTMLIFrameElement>(null);

  const onReport = useEffectEvent(({ source, data }: MessageEvent<unknown>) => {
    if (frame.current === null || source !== frame.current.contentWindow) return;
    const report = readFrameWord(data, window.location.origin);
    if (report === null) return;
    if (report.kind === 'close') onClose();
    else if (report.kind === 'use') onUse(report.button);
    else frame.current.style.height = `${report.height}px`;
  });
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => onReport(event);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, []);

  const write = () => {
    const policy = framePolicy(message.imageOrigins, true);
    // The target is `*`, because the frame has an opaque origin. The message is not secret.
    frame.current?.contentWindow?.postMessage({ html: message.html, policy }, '*');
  };

  return (
    <iframe
      ref={frame}
      className={styles['frame']}
      title={t({ text: 'Message', context: 'for the listener' })}
      src={FRAMES.scripted}
      sandbox={`allow-scripts ${POPUPS}`}
      onLoad={write}
    />
  );
}

/** What an HTML message in its frame may report. */
type FrameWord =
  | { readonly kind: 'close' }
  | { readonly kind: 'use'; readonly button: MessageButton }
  | { readonly kind: 'height'; readonly height: number };

const HIGHEST = 4000;

/**
 * The policy of a message's frame: its own styles and pictures from allowed origins; no requests, forms or frames.
 * Scripts run only if the configuration allows them (MSG-22).
 */
const framePolicy = (imageOrigins: readonly string[], withScripts: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${withScripts ? "'unsafe-inline'" : "'none'"}`,
    "style-src 'unsafe-inline'",
    // not translated: a policy
    `img-src data: ${imageOrigins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** @returns the absolute address; null unless it is http or https (MSG-19) */
function webAddress(address: string, origin: string): string | null {
  const url = address === '' || address.startsWith('#') ? null : URL.parse(address, origin);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The button that was used. Its key is `abButtonId` in the address, else the id of the element (MSG-21). */
function buttonFrom(
  { address, id, target }: { readonly address: string; readonly id: string; readonly target: string },
  origin: string,
): MessageButton {
  const url = webAddress(address, origin);
  const named = url === null ? null : new URL(url).searchParams.get('abButtonId');
  return { key: named ?? id, text: named ?? id, action: { url, opensNewTab: target === '_blank' } };
}

/** Elements of another document are not instances of this document's classes. */
const isElement = (target: EventTarget | null): target is Element => target !== null && 'closest' in target;

/** The link or button in a message's document that an event happened on; null for anything else. */
function usedIn({ target }: Event, origin: string): MessageButton | null {
  const used = isElement(target) ? target.closest('a[href], button') : null;
  if (used === null) return null;
  const read = (name: string) => used.getAttribute(name) ?? '';
  return buttonFrom({ address: read('href'), id: read('id'), target: read('target') }, origin);
}

/** Reads a report of the frame; null if it has an unknown shape. */
function readFrameWord(data: unknown, origin: string): FrameWord | null {
  if (typeof data !== 'object' || data === null) return null;
  const read = (name: string): unknown => Object.getOwnPropertyDescriptor(data, name)?.value;
  const text = (name: string): string => {
    const value = read(name);
    return typeof value === 'string' ? value : '';
  };
  switch (text('kind')) {
    case 'close':
      return { kind: 'close' };
    case 'use': {
      const used = { address: text('address'), id: text('id'), target: text('target') };
      return { kind: 'use', button: buttonFrom(used, origin) };
    }
    case 'height': {
      const height = read('height');
      const isHeight = typeof height === 'number' && height > 0 && height < HIGHEST;
      return isHeight ? { kind: 'height', height } : null;
    }
    default:
      return null;
  }
}
