import { observer } from 'mobx-react-lite';
import { Switch } from '../../../components/switch.tsx';
import { useServices } from '../../../app/services.ts';

/** Whether an ended track leads to the next one (section 4, player). */
export const AutoplaySwitch = observer(function AutoplaySwitch() {
  const { player } = useServices();
  return <Switch label="Autoplay" isOn={player.autoplay} onSet={(on) => player.setAutoplay(on)} />;
});
