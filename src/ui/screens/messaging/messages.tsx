import { observer } from 'mobx-react-lite';
import { useLazy } from '../../components/lazy.tsx';
import { useServices } from '../../app/services.ts';

const importView = async () => (await import('./message-view.tsx')).InAppMessageView;

/**
 * Shows the in-app message that is due, but not above the subscribe offer. Its view is fetched with the first message.
 */
export const Messages = observer(function Messages() {
  const { messages, user } = useServices();
  const message = user.subscribeModalVisible ? null : messages.message;
  // If the view cannot be fetched, the message is not shown.
  const View = useLazy(importView, message !== null);
  return message === null || View === null ? null : <View key={message.id} message={message} />;
});
