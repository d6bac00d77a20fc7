import { Moon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { SLEEP_OPTIONS, sleepLabel, type SleepMinutes } from '../../../../domain/playback/sleep.ts';
import { ChoiceMenu } from '../../../components/controls/choice-menu.tsx';
import { useServices } from '../../../app/services.ts';
import { Badge } from '../badge.tsx';

type SleepChoice = SleepMinutes | 'end-of-chapter';

const CHOICES: readonly { readonly value: SleepChoice; readonly label: string }[] = [
  ...SLEEP_OPTIONS.map((minutes) => ({ value: minutes, label: sleepLabel(minutes) })),
  // A choice of its own, apart from the minutes (PLAY-34).
  { value: 'end-of-chapter', label: 'End of chapter' },
];

/** The sleep timer: after minutes of playing, or at the end of the chapter (PLAY-34). */
export const SleepMenu = observer(function SleepMenu() {
  const { player, sleepTimer } = useServices();
  const { sleep, sleepMinutesLeft } = player;
  const left = sleepMinutesLeft === null ? null : `${sleepMinutesLeft} min`;
  const chosen: SleepChoice =
    sleep.kind === 'minutes' ? sleep.minutes : sleep.kind === 'off' ? 0 : sleep.kind;
  return (
    <ChoiceMenu
      label="Sleep"
      face={<Badge icon={Moon} text={sleep.kind === 'end-of-chapter' ? 'end' : left} />}
      choices={CHOICES}
      chosen={chosen}
      onChoose={(choice) => sleepTimer.set(choice)}
    />
  );
});
