import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { AccountState } from '../../../application/account/account-state.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Failure } from 'audio-streaming-components/failure';
import { FormAlert } from 'audio-streaming-components/forms/form';
import { type AttemptFailure, useAttempt } from 'audio-streaming-components/forms/use-attempt';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { deviceTitle } from './device-title.ts';
import { formatDate } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';
import styles from './account.module.css';
import { Section, Setting, Tag, useAccount, useFocusAfterChange, useSave } from './setting.tsx';
import { useNavigation } from '../../navigation/navigation.ts';

/** The listener's devices, page by page (ACC-29). */
export const DevicesSection = observer(function DevicesSection() {
  const { accountSecurity } = useAccount();
  const load = useEffectEvent(() => void accountSecurity.loadDevices());
  useEffect(() => load(), []);
  return (
    <Section
      title={t('Devices')}
      intro={t('Where you have signed in. A remembered device is not asked for a second step.')}
    >
      <DeviceList />
    </Section>
  );
});

const DeviceList = observer(function DeviceList() {
  const { state, accountSecurity } = useAccount();
  const { devices, devicesPhase, devicesFailure, nextDevices } = state;
  const isNone = devices.length === 0;
  const firstButton = useRef<HTMLButtonElement>(null);
  useFocusAfterChange(devices.length, () => firstButton.current);
  // This is not a failure: the pool tracks no devices (ACC-32).
  if (devicesFailure?.kind === 'not-configured') {
    return <p className={styles['calm']}>{t(devicesFailure.message)}</p>;
  }
  return (
    <>
      <div className={styles['list']}>
        {devices.map((device, index) => (
          <DeviceSetting key={device.key} device={device} button={index === 0 ? firstButton : null} />
        ))}
      </div>
      {isNone && devicesPhase === 'loading' && (
        <div className={styles['loadingRow']}>
          <Skeleton width="12rem" height="1.25rem" />
          <Skeleton width="8rem" height="1rem" />
        </div>
      )}
      {isNone && devicesPhase === 'loaded' && <p className={styles['calm']}>{t('No devices yet.')}</p>}
      {devicesFailure !== null && (
        <div className={styles['loadingRow']}>
          <Failure
            message={devicesFailure.message}
            onRetry={() => void (isNone ? accountSecurity.loadDevices() : accountSecurity.loadMoreDevices())}
          />
        </div>
      )}
      {nextDevices !== null && devicesFailure === null && (
        <div className={styles['loadingRow']}>
          <Button
            aria-disabled={devicesPhase === 'loading'}
            onClick={() => void accountSecurity.loadMoreDevices()}
          >
            {t('Show more devices')}
          </Button>
        </div>
      )}
    </>
  );
});

type DeviceSettingProps = {
  readonly device: AccountState['devices'][number];
  /** The first button of the device. */
  readonly button: RefObject<HTMLButtonElement | null> | null;
};

const day = (instant: number): string => formatDate(instant, { dateStyle: 'medium' });

/** One device: remember it or not, or forget it (ACC-31). */
const DeviceSetting = observer(function DeviceSetting({ device, button }: DeviceSettingProps) {
  const { accountSecurity } = useAccount();
  const save = useSave<void>(() => undefined);
  const title = deviceTitle(device.name);
  return (
    <Setting
      label={title}
      isLabelProminent
      value={
        <>
          {device.isThisOne && <Tag tone="good">{t('This device')}</Tag>}
          <Tag>{t(device.isRemembered ? 'Remembered' : 'Not remembered')}</Tag>
        </>
      }
      note={
        device.lastUsedAt === null ? undefined : (
          <p>{t('Last signed in on {day}', { day: day(device.lastUsedAt) })}</p>
        )
      }
      actions={
        <>
          <Button
            ref={button}
            aria-label={t(device.isRemembered ? "Don't remember {device}" : 'Remember {device}', {
              device: title,
            })}
            aria-disabled={save.isPending}
            onClick={() =>
              void save.attempt(async () =>
                accountSecurity.setDeviceRemembered(device.key, !device.isRemembered),
              )
            }
          >
            {t(device.isRemembered ? "Don't remember" : 'Remember')}
          </Button>
          <Button
            look="quiet"
            aria-label={t('Forget {device}', { device: title })}
            aria-disabled={save.isPending}
            onClick={() => void save.attempt(async () => accountSecurity.forgetDevice(device.key))}
          >
            {t('Forget')}
          </Button>
        </>
      }
    >
      {save.failure !== null && <FormAlert message={save.failure.message} />}
    </Setting>
  );
});

/** Signs out here, or on all devices. */
export function SessionsSection() {
  const { signOut } = useServices();
  const { accountSecurity } = useAccount();
  const navigation = useNavigation();
  const everywhere = useAttempt<void, AttemptFailure>(() => void navigation.go({ to: '/login' }));
  const leave = () => {
    signOut.signOut();
    void navigation.go({ to: '/login' });
  };
  return (
    <Section
      title={t('Sign out')}
      intro={t('A lost phone, or a browser that is not yours: sign out everywhere.')}
    >
      <Setting
        label={t('This device')}
        value={t('Signed in')}
        actions={<Button onClick={leave}>{t('Sign out of this device')}</Button>}
      />
      <Setting
        label={t('All devices')}
        value={t('Every session ends, this one as well.')}
        actions={
          <Button
            aria-disabled={everywhere.isPending}
            onClick={() => void everywhere.attempt(async () => accountSecurity.signOutEverywhere())}
          >
            {t('Sign out everywhere')}
          </Button>
        }
      >
        {everywhere.failure !== null && <FormAlert message={everywhere.failure.message} />}
      </Setting>
    </Section>
  );
}
