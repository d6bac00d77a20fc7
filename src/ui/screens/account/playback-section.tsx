import { observer } from 'mobx-react-lite';
import { HEADSET_BUTTONS } from '../../../application/playback/playback-settings-state.ts';
import { SKIP_STEP } from '../../../domain/catalogue/limits.ts';
import { useServices } from '../../app/services.ts';
import { SelectField } from '../../components/controls/select-field.tsx';
import { Section } from './section.tsx';
import { Setting } from './setting.tsx';

const OPTIONS = [
  ['skip', `Skip and rewind ${SKIP_STEP} seconds`],
  ['tracks', 'Change tracks'],
] as const;

/** How playback is controlled in this browser (PLAY-100). */
export const PlaybackSection = observer(function PlaybackSection() {
  const { playerSettings } = useServices();
  return (
    <Section title="Playback" intro="How you control what plays in this browser.">
      <Setting
        label="Headset buttons"
        value="What “next” and “previous” do on a headset, a keyboard, in a car or on a lock screen."
        actions={
          <SelectField
            label="Headset buttons"
            value={playerSettings.headsetButtons}
            options={OPTIONS}
            onChoose={(chosen) =>
              playerSettings.setHeadsetButtons(HEADSET_BUTTONS.find((each) => each === chosen) ?? 'skip')
            }
          />
        }
      />
    </Section>
  );
});
