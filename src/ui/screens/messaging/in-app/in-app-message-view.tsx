import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { InAppMessage, MessageAction, MessageButton } from '../../../../domain/messaging.ts';
import { useServices } from '../../../app/services.ts';
import { followLink } from './follow-link.ts';
import { HtmlMessageView } from './html-message-view.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { SlideUp } from './slide-up.tsx';
import { WordedMessageView } from './worded-message-view.tsx';

/** One in-app message of any kind. Its impression is reported once (MSG-15). */
export function InAppMessageView({ message }: { readonly message: InAppMessage }) {
  const { answerMessage } = useServices();
  const router = useRouter();
  const shown = useEffectEvent(() => answerMessage.recordShown(message));
  useEffect(() => shown(), []);

  const close = () => answerMessage.close(message);
  const use = (button: MessageButton | null, action: MessageAction) => {
    answerMessage.recordClick(message, button);
    followLink(router, action);
  };

  switch (message.kind) {
    case 'slide-up':
      return <SlideUp message={message} onUse={(action) => use(null, action)} onClose={close} />;
    case 'modal':
    case 'full':
      return (
        <MessageDialog title={message.header || message.text} size={message.kind} onClose={close}>
          <WordedMessageView message={message} onUse={use} onClose={close} />
        </MessageDialog>
      );
    case 'html':
      return (
        <MessageDialog title="Message" isTitleHidden size="modal" onClose={close}>
          <HtmlMessageView message={message} onUse={(button) => use(button, button.action)} onClose={close} />
        </MessageDialog>
      );
  }
}
