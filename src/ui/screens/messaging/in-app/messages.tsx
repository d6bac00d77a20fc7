import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ComponentType } from 'react';
import type { InAppMessage } from '../../../../domain/messaging.ts';
import { useServices } from '../../../app/services.ts';

type MessageView = ComponentType<{ readonly message: InAppMessage }>;

/**
 * Shows the in-app message that is due, but not above the subscribe offer. Its view is fetched with the first message.
 */
export const Messages = observer(function Messages() {
  const { messages, user } = useServices();
  const [View, setView] = useState<MessageView | null>(null);
  const message = user.subscribeModalVisible ? null : messages.message;
  const isWanted = message !== null;

  useEffect(() => {
    if (!isWanted) return;
    const fetchView = async () => {
      const { InAppMessageView } = await import('./in-app-message-view.tsx');
      setView(() => InAppMessageView);
    };
    // If the view cannot be fetched, the message is not shown.
    fetchView().catch(() => undefined);
  }, [isWanted]);

  return message === null || View === null ? null : <View key={message.id} message={message} />;
});
