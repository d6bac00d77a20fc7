import { useEffect, useEffectEvent, useState } from 'react';
import type { TitleRow } from '../../../domain/studio/title.ts';
import { useStudio } from '../services.ts';

/** Milliseconds without typing before a search. */
const PAUSE = 250;

/** A field that searches titles while somebody types. An answer to an earlier text is dropped. */
export function useTitleSearch() {
  const { makeCollection } = useStudio();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly TitleRow[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const search = useEffectEvent(async (isCurrent: () => boolean) => {
    const rows = await makeCollection.find(text);
    if (!isCurrent()) return;
    setFailure(rows.ok ? null : rows.error.message);
    if (rows.ok) setFound(rows.value);
  });
  useEffect(() => {
    if (text.trim() === '') return undefined;
    let isCurrent = true;
    const timeout = setTimeout(() => void search(() => isCurrent), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timeout);
    };
  }, [text]);
  return { text, setText, found: text.trim() === '' ? [] : found, failure };
}
