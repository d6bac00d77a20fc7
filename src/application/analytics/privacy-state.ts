/** Whether anything of what a listener does may be recorded (contract 3.20). */
export class PrivacyState {
  /** The listener's own choice. */
  isOptedOut = false;
  /** This browser asks not to be tracked: then nobody is, whatever was chosen. */
  browserObjects = false;

  get isPermitted(): boolean {
    return !this.isOptedOut && !this.browserObjects;
  }

  chosen(isOptedOut: boolean): void {
    this.isOptedOut = isOptedOut;
  }

  browserAsked(objects: boolean): void {
    this.browserObjects = objects;
  }
}
