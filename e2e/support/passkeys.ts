import type { CDPSession, Page } from '@playwright/test';

/** An authenticator that Chromium plays. It does what its person would do. */
export class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** @param options by default a platform authenticator that holds passkeys and has checked its person */
  static async plugInto(
    page: Page,
    options: {
      readonly transport?: 'internal' | 'usb';
      readonly hasResidentKey?: boolean;
      readonly isUserVerified?: boolean;
    } = {},
  ): Promise<VirtualAuthenticator> {
    const { transport = 'internal', hasResidentKey = true, isUserVerified = true } = options;
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport,
        hasResidentKey,
        hasUserVerification: true,
        isUserVerified,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  async passkeys(): Promise<readonly string[]> {
    const { authenticatorId } = this;
    const { credentials } = await this.session.send('WebAuthn.getCredentials', { authenticatorId });
    return credentials.map(({ credentialId }) => credentialId);
  }

  /** Whether the person shows a finger, a face or a PIN from now on. */
  async checks(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  /** Whether the person is there from now on. Nobody uses a passkey without. */
  async isThere(enabled: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }
}
