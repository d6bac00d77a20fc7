/** Whether the invitation to the mobile app is open or collapsed. */
export class AppInvitationState {
  isOpen = true;

  collapse(): void {
    this.isOpen = false;
  }

  expand(): void {
    this.isOpen = true;
  }
}
