import { useEffect, useEffectEvent, useRef } from 'react';
import type { HtmlMessage, MessageButton } from '../../../../domain/messaging.ts';
import styles from './html-message-view.module.css';
import { framePolicy, readFrameWord, usedIn } from './message-frame.ts';

type HtmlMessageViewProps = {
  readonly message: HtmlMessage;
  readonly onUse: (button: MessageButton) => void;
  readonly onClose: () => void;
};

const FRAMES = { still: '/message.html', scripted: '/message-scripts.html' } as const;
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
      title="Message"
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
      title="Message"
      src={FRAMES.scripted}
      sandbox={`allow-scripts ${POPUPS}`}
      onLoad={write}
    />
  );
}
