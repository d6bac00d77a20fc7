import { createServer, connect, type Server, type Socket } from 'node:net';

/** Passes connections on to a provider, and can cut all of them, as a lost network does. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private readonly server: Server;

  constructor(private readonly target: string) {
    this.server = createServer((socket) => this.pass(socket));
  }

  /** @returns the origin of the relay */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The relay does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  stop(): void {
    this.cut();
    this.server.close();
  }

  private pass(socket: Socket): void {
    const other = connect(Number(new URL(this.target).port), '127.0.0.1');
    for (const [one, opposite] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => opposite.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        opposite.destroy();
      });
      one.pipe(opposite);
    }
    if (this.isCut) socket.destroy();
  }
}
