import type { MessageAction, MessageButton, WordedMessage } from '../../../../domain/messaging.ts';
import { Button } from '../../../components/controls/button.tsx';
import styles from './worded-message-view.module.css';

type WordedMessageViewProps = {
  readonly message: WordedMessage;
  /** `button` is null if the message itself was clicked. */
  readonly onUse: (button: MessageButton | null, action: MessageAction) => void;
  readonly onClose: () => void;
};

/** The picture, the text and the buttons of a message. The dialog around it shows the heading. */
export function WordedMessageView({ message, onUse, onClose }: WordedMessageViewProps) {
  const { header, text, imageUrl, action, buttons } = message;
  return (
    <>
      {imageUrl !== null && <img className={styles['picture']} src={imageUrl} alt="" />}
      {header !== '' && text !== '' && (
        <p className={styles['text']} dir="auto">
          {text}
        </p>
      )}
      <div className={styles['buttons']}>
        {buttons.map((button, index) => (
          <Button
            key={button.key}
            look={index === 0 ? 'primary' : 'secondary'}
            onClick={() => onUse(button, button.action)}
          >
            {button.text}
          </Button>
        ))}
        {action !== null && (
          <Button look="primary" onClick={() => onUse(null, action)}>
            Take a look
          </Button>
        )}
        {action === null && buttons.length === 0 && (
          <Button look="primary" onClick={onClose}>
            OK
          </Button>
        )}
      </div>
    </>
  );
}
