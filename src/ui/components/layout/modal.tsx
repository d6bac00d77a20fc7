import { Dialog, type DialogProps } from 'audio-streaming-components/layout/dialog';
import { useEffect, useEffectEvent } from 'react';
import { useNavigation } from '../../navigation/navigation.ts';

/** A dialog that also a navigation closes (APP-17). */
export function Modal(props: DialogProps) {
  const { isOpen, onClose } = props;
  const navigation = useNavigation();
  const onLeave = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    return navigation.onLeave((isForNewPage) => {
      if (isForNewPage) onLeave();
    });
  }, [isOpen, navigation]);
  return <Dialog {...props} />;
}
