import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Skeleton } from '../../../components/layout/skeleton.tsx';
import { useAccount } from '../account-services.ts';
import styles from '../details-loaded.module.css';
import { DeviceSetting } from './device-setting.tsx';
import sectionStyles from '../section.module.css';
import { Section } from '../section.tsx';
import { useFocusAfterChange } from '../use-focus-after-change.ts';

/** The listener's devices, page by page (ACC-29). */
export const DevicesSection = observer(function DevicesSection() {
  const { accountSecurity } = useAccount();
  const load = useEffectEvent(() => void accountSecurity.loadDevices());
  useEffect(() => load(), []);
  return (
    <Section
      title="Devices"
      intro="Where you have signed in. A remembered device is not asked for a second step."
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
    return <p className={styles['calm']}>{devicesFailure.message}</p>;
  }
  return (
    <>
      <div className={sectionStyles['list']}>
        {devices.map((device, index) => (
          <DeviceSetting key={device.key} device={device} button={index === 0 ? firstButton : null} />
        ))}
      </div>
      {isNone && devicesPhase === 'loading' && (
        <div className={styles['row']}>
          <Skeleton width="12rem" height="1.25rem" />
          <Skeleton width="8rem" height="1rem" />
        </div>
      )}
      {isNone && devicesPhase === 'loaded' && <p className={styles['calm']}>No devices yet.</p>}
      {devicesFailure !== null && (
        <div className={styles['row']}>
          <Failure
            message={devicesFailure.message}
            onRetry={() => void (isNone ? accountSecurity.loadDevices() : accountSecurity.loadMoreDevices())}
          />
        </div>
      )}
      {nextDevices !== null && devicesFailure === null && (
        <div className={styles['row']}>
          <Button
            aria-disabled={devicesPhase === 'loading'}
            onClick={() => void accountSecurity.loadMoreDevices()}
          >
            Show more devices
          </Button>
        </div>
      )}
    </>
  );
});
