import { observer } from 'mobx-react-lite';
import type { RefObject } from 'react';
import type { AccountState } from '../../../../application/account/account-state.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FormAlert } from '../../../components/forms/form.tsx';
import { useAccount } from '../account-services.ts';
import { deviceTitle } from './device-title.ts';
import { Setting } from '../setting.tsx';
import { Tag } from '../tag.tsx';
import { useSave } from '../use-save.ts';

type DeviceSettingProps = {
  readonly device: AccountState['devices'][number];
  /** The first button of the device. */
  readonly button: RefObject<HTMLButtonElement | null> | null;
};

const day = (instant: number): string =>
  new Date(instant).toLocaleDateString(undefined, { dateStyle: 'medium' });

/** One device: remember it or not, or forget it (ACC-31). */
export const DeviceSetting = observer(function DeviceSetting({ device, button }: DeviceSettingProps) {
  const { accountSecurity } = useAccount();
  const save = useSave<void>(() => undefined);
  const title = deviceTitle(device.name);
  const verb = device.isRemembered ? "Don't remember" : 'Remember';
  return (
    <Setting
      label={title}
      isLabelProminent
      value={
        <>
          {device.isThisOne && <Tag tone="good">This device</Tag>}
          <Tag>{device.isRemembered ? 'Remembered' : 'Not remembered'}</Tag>
        </>
      }
      note={device.lastUsedAt === null ? undefined : <p>Last signed in on {day(device.lastUsedAt)}</p>}
      actions={
        <>
          <Button
            ref={button}
            aria-label={`${verb} ${title}`}
            aria-disabled={save.isPending}
            onClick={() =>
              void save.attempt(async () =>
                accountSecurity.setDeviceRemembered(device.key, !device.isRemembered),
              )
            }
          >
            {verb}
          </Button>
          <Button
            look="quiet"
            aria-label={`Forget ${title}`}
            aria-disabled={save.isPending}
            onClick={() => void save.attempt(async () => accountSecurity.forgetDevice(device.key))}
          >
            Forget
          </Button>
        </>
      }
    >
      {save.failure !== null && <FormAlert message={save.failure.message} />}
    </Setting>
  );
});
