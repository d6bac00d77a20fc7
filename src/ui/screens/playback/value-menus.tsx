import { Gauge, type LucideIcon, Moon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { SPEEDS } from '../../../domain/playback/player.ts';
import { SLEEP_OPTIONS, sleepLabel, type SleepChoice } from '../../../domain/playback/sleep.ts';
import { useServices } from '../../services.ts';
import { iconButtonClass } from 'audio-streaming-components/controls/button';
import { Menu, type MenuItem } from '../../components/controls/menu.tsx';
import { formatSpeed } from 'audio-streaming-translations/formats';
import { message, type Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './transport.module.css';

const CHOICES: readonly { readonly value: SleepChoice; readonly label: Message }[] = [
  ...SLEEP_OPTIONS.map((minutes) => ({ value: minutes, label: sleepLabel(minutes) })),
  // A choice of its own, apart from the minutes (PLAY-34).
  { value: 'end-of-chapter', label: message('End of chapter') },
];

const sleepWords = (choice: SleepChoice): string =>
  t(CHOICES.find(({ value }) => value === choice)?.label ?? sleepLabel(0));

/** The sleep timer: after minutes of playing, or at the end of the chapter (PLAY-34). */
export const SleepMenu = observer(function SleepMenu() {
  const { player, sleepTimer } = useServices();
  const { sleep, sleepMinutesLeft: minutes } = player;
  const chosen: SleepChoice =
    sleep.kind === 'minutes' ? sleep.minutes : sleep.kind === 'off' ? 0 : sleep.kind;
  const left = minutes === null ? null : t('{minutes} min', { minutes });
  // Translators: the sleep timer stops at the end of the chapter. Stands below an icon, at most 8 characters.
  const end = t({ text: 'end', context: 'sleep timer' });
  return (
    <ValueMenu
      label={t('Sleep')}
      icon={Moon}
      description={minutes === null ? sleepWords(chosen) : t('{minutes} min left', { minutes })}
      value={sleep.kind === 'end-of-chapter' ? end : left}
      items={CHOICES.map(({ value, label }) => ({
        label: t(label),
        isChosen: value === chosen,
        run: () => sleepTimer.set(value),
      }))}
    />
  );
});

/** Playback speed: one of 20 (PLAY-29). */
export const SpeedMenu = observer(function SpeedMenu() {
  const { player, playbackSettings } = useServices();
  const chosen = player.speed;
  return (
    <ValueMenu
      label={t('Speed')}
      icon={Gauge}
      description={formatSpeed(chosen)}
      value={formatSpeed(chosen)}
      items={SPEEDS.map((speed) => ({
        label: formatSpeed(speed),
        isChosen: speed === chosen,
        run: () => void playbackSettings.setSpeed(speed),
      }))}
    />
  );
});

type ValueMenuProps = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown below the icon. */
  readonly value: string | null;
  /** What assistive technology says after the name (PLAY-126). */
  readonly description: string;
  readonly items: readonly MenuItem[];
};

function ValueMenu({ label, icon: Icon, value, description, items }: ValueMenuProps) {
  return (
    <Menu label={label} items={items}>
      {(opener) => (
        <span className={styles['valued']}>
          <button
            {...opener}
            type="button"
            className={iconButtonClass}
            aria-label={label}
            // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 has it for every role
            aria-description={description}
            title={label}
          >
            <Icon aria-hidden="true" />
          </button>
          {/* Inside the button, the value would be a label that is not in the name. */}
          {value !== null && (
            <span className={styles['value']} aria-hidden="true">
              {value}
            </span>
          )}
        </span>
      )}
    </Menu>
  );
}
