import { useLayoutEffect, useRef } from 'react';
import type { OpenedTranscript } from '../../../application/transcripts/transcripts.ts';
import { useServices } from '../../services.ts';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import { t } from 'audio-streaming-translations/translate';
import { languageName } from 'audio-streaming-components/language-name';
import { compareTexts } from 'audio-streaming-translations/order';

type LanguageChoiceProps = {
  readonly opened: OpenedTranscript;
  /** Whether the listener has just chosen the language. The choice then has the focus again. */
  readonly isChosen: boolean;
  readonly onChosen: () => void;
};

/** The languages of a text, if it has several. */
export function LanguageChoice({ opened: { source, choices }, isChosen, onChosen }: LanguageChoiceProps) {
  const { transcripts } = useServices();
  const field = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (isChosen) field.current?.focus({ preventScroll: true });
  }, [isChosen]);
  if (choices.length <= 1) return null;
  return (
    <SelectField
      ref={field}
      label={t('Language of the text')}
      value={source.url}
      options={choices
        .map(({ url, label, language }) => [url, label || languageName(language) || t('Text')] as const)
        .toSorted(([, one], [, other]) => compareTexts(one, other))}
      onChoose={(url) => {
        const chosen = choices.find((choice) => choice.url === url);
        if (chosen !== undefined) void transcripts.chooseLanguage(chosen).then(onChosen);
      }}
    />
  );
}
