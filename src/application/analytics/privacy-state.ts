/** Whether anything of what a listener does may be recorded. */
export class PrivacyState {
  /** The listener's own choice. */
  isOptedOut = false;
  /** This browser asks not to be tracked: then nobody is, whatever was chosen. */
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
