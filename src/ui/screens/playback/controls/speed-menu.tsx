import { Gauge } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { speedLabel, SPEEDS } from '../../../../domain/playback/speed.ts';
import { ChoiceMenu } from '../../../components/controls/choice-menu.tsx';
import { useServices } from '../../../app/services.ts';
import { Badge } from '../badge.tsx';

const CHOICES = SPEEDS.map((speed) => ({ value: speed, label: speedLabel(speed) }));

/** Playback speed: one of 20 (PLAY-29). */
export const SpeedMenu = observer(function SpeedMenu() {
  const { player, playbackSettings } = useServices();
  return (
    <ChoiceMenu
      label="Speed"
      face={<Badge icon={Gauge} text={speedLabel(player.speed)} />}
      choices={CHOICES}
      chosen={player.speed}
      onChoose={(speed) => void playbackSettings.setSpeed(speed)}
    />
  );
});
