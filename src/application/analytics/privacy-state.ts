/** Whether the actions of a listener may be recorded (ANA-27). */
export class PrivacyState {
  /** The listener's own choice. */
  isOptedOut = false;
  /** True if this browser asks not to be tracked. Then nothing is recorded, whatever the listener chose. */
  browserObjects = false;

  get isPermitted(): boolean {
    return !this.isOptedOut && !this.browserObjects;
  }

  setOptedOut(isOptedOut: boolean): void {
    this.isOptedOut = isOptedOut;
  }

  setBrowserObjects(objects: boolean): void {
    this.browserObjects = objects;
  }
}
