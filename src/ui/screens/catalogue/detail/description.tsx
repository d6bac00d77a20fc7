import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { useRecordButton } from './title-page.ts';
import styles from './description.module.css';

type DescriptionProps = { readonly text: string };

/** The provider's description as text; a long one is cut until the listener expands it. */
export function Description({ text }: DescriptionProps) {
  const record = useRecordButton();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const element = paragraph.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setLong((before) => before || element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [text]);
  return (
    <div className={styles['description']}>
      <p ref={paragraph} className={styles['text']} data-open={isOpen} dir="auto">
        {text}
      </p>
      {isLong && (
        <Button
          look="quiet"
          className={styles['toggle']}
          aria-expanded={isOpen}
          onClick={() => {
            record(isOpen ? 'Show less' : 'Show more');
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
