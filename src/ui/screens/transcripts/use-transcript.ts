import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenedTranscript } from '../../../application/transcripts/transcripts.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { useServices } from '../../services.ts';
import { useTimeOf } from '../../components/use-moving-time.ts';
import { message } from 'audio-streaming-translations/message';

type Shown = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly text: string } | OpenedShown;
type OpenedShown = { readonly kind: 'opened'; readonly opened: OpenedTranscript };

/** What the listener reads who may not play the title. */
export const REFUSED = message('This text is for those who may play the title.');
const FAILED = message('The text could not be loaded.');

/** Opens the text of a track, and hides it when the listener may no longer hear the track (TEXT-8). */
export function useTranscript(audio: ContentItem, track: Track) {
  const { transcripts, time, player, user } = useServices();
  useTimeOf(audio);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [isRefused, setRefused] = useState(false);
  // Another copy of the same title changes nothing.
  const openText = useEffectEvent(async () => transcripts.open(audio, track, navigator.languages));
  const decideText = useEffectEvent(async () => transcripts.mayRead(audio, track));
  const { id, transcripts: own } = track;
  const { id: title, transcripts: whole } = audio;
  const opens = `${title} ${id}`;
  const [shownOf, setShownOf] = useState(opens);
  // The text in another language replaces the one before it. Another track has none until its text has loaded.
  if (shownOf !== opens) {
    setShownOf(opens);
    setShown({ kind: 'loading' });
  }
  useEffect(() => {
    let isOver = false;
    const open = async () => {
      const opened = await openText();
      if (isOver) return;
      if (opened.ok) setShown({ kind: 'opened', opened: opened.value });
      else setShown({ kind: 'failed', text: opened.error.kind === 'refused' ? REFUSED : FAILED });
    };
    void open();
    return () => {
      isOver = true;
    };
  }, [title, id, own, whole, attempt]);
  const { now } = time;
  const isSounding = player.isPlaying && player.track?.id === track.id;
  const { paymentDetails } = user.user;
  useEffect(() => {
    let isOver = false;
    const decide = async () => {
      const mayRead = await decideText();
      if (!isOver) setRefused(!mayRead);
    };
    void decide();
    return () => {
      isOver = true;
    };
  }, [now, isSounding, paymentDetails, id]);
  const reload = () => setAttempt((before) => before + 1);
  const retry = () => {
    setShown({ kind: 'loading' });
    reload();
  };
  return { shown, isRefused, reload, retry };
}
