import { observer } from 'mobx-react-lite';
import { Switch } from '../../../components/controls/switch.tsx';
import { useServices } from '../../../app/services.ts';

/** Whether the next track plays when a track ends (PLAY-16). */
export const AutoplaySwitch = observer(function AutoplaySwitch() {
  const { player } = useServices();
  return <Switch label="Autoplay" isOn={player.autoplay} onSet={(on) => player.setAutoplay(on)} />;
});
