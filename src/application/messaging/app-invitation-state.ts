/** Whether the invitation to the mobile app stands open or has been folded up. */
export class AppInvitationState {
  isOpen = true;

  collapse(): void {
    this.isOpen = false;
  }

  expand(): void {
    this.isOpen = true;
  }
}
