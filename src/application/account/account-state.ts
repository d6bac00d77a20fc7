import type {
  AccountFailure,
  Contact,
  ContactDetail,
  Device,
  DevicePage,
  SignInDetails,
} from '../../ports/account.ts';
import type { SecondFactors } from '../../domain/sign-in.ts';

type Phase = 'loading' | 'loaded' | 'failed';

/** The listener's data at the sign-in service, for the account page. */
export class AccountState {
  details: SignInDetails | null = null;
  detailsFailure: AccountFailure | null = null;
  devices: readonly Device[] = [];
  devicesPhase: Phase = 'loading';
  devicesFailure: AccountFailure | null = null;
  /** The key of the next page of devices; null if there is no next page. */
  nextDevices: string | null = null;

  get email(): ContactDetail | null {
    return this.details?.email ?? null;
  }

  get phoneNumber(): ContactDetail | null {
    return this.details?.phoneNumber ?? null;
  }

  /** Null until the details are loaded. */
  get secondFactors(): SecondFactors | null {
    return this.details?.secondFactors ?? null;
  }

  startLoadingDetails(): void {
    this.detailsFailure = null;
  }

  setDetails(details: SignInDetails): void {
    this.details = details;
    this.detailsFailure = null;
  }

  failDetails(failure: AccountFailure): void {
    this.detailsFailure = failure;
  }

  setVerifiedContact(contact: Contact, value: string): void {
    if (this.details === null) return;
    const verified = { value, isVerified: true };
    this.details = { ...this.details, [contact === 'email' ? 'email' : 'phoneNumber']: verified };
  }

  removePhoneNumber(): void {
    if (this.details !== null) this.details = { ...this.details, phoneNumber: null };
  }

  setSecondFactors(secondFactors: SecondFactors): void {
    if (this.details === null) return;
    this.details = { ...this.details, secondFactors };
  }

  startLoadingDevices(): void {
    this.devicesPhase = 'loading';
    this.devicesFailure = null;
  }

  setDevices(page: DevicePage): void {
    this.devices = [];
    this.addDevices(page);
  }

  /** A device that a later page repeats is listed once (ACC-2, ACC-30). */
  addDevices({ devices, next }: DevicePage): void {
    const known = new Set(this.devices.map(({ key }) => key));
    this.devices = [...this.devices, ...devices.filter(({ key }) => !known.has(key))];
    this.nextDevices = next;
    this.devicesPhase = 'loaded';
  }

  failDevices(failure: AccountFailure): void {
    this.devicesPhase = 'failed';
    this.devicesFailure = failure;
  }

  setDeviceRemembered(key: string, isRemembered: boolean): void {
    this.devices = this.devices.map((device) => (device.key === key ? { ...device, isRemembered } : device));
  }

  removeDevice(key: string): void {
    this.devices = this.devices.filter((device) => device.key !== key);
  }

  reset(): void {
    this.details = null;
    this.detailsFailure = null;
    this.devices = [];
    this.devicesPhase = 'loading';
    this.devicesFailure = null;
    this.nextDevices = null;
  }
}
