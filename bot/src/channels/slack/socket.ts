import { setTimeout as delay } from 'node:timers/promises';
import { type App, type Logger as BoltLogger, type ReceiverEvent, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { clientOptions } from './api.ts';
import type { SlackSettings } from './settings.ts';
import { type BotIdentity, isOurs } from './verification.ts';

const LONGEST_PAUSE_MS = 30_000;

interface SocketContext {
  identity: () => BotIdentity | null;
  boltLog: BoltLogger;
  log: Logger;
}

/** Only the app's token opens the connection, so its events need no signature. The workspace is still checked. */
class SocketReceiver extends SocketModeReceiver {
  readonly #identity: () => BotIdentity | null;

  constructor(settings: SlackSettings, { identity, boltLog }: SocketContext) {
    super({
      appToken: settings.appToken as string,
      logger: boltLog,
      autoReconnectEnabled: false,
      installerOptions: { clientOptions: clientOptions(settings, boltLog) },
    });
    this.#identity = identity;
  }

  override init(app: App): void {
    const guarded = async (event: ReceiverEvent) => {
      const identity = this.#identity();
      if (!identity) return; // Slack sends it again, because nothing acknowledged it.
      if (!isOurs(event.body, identity)) return event.ack();
      return app.processEvent(event);
    };
    super.init({ processEvent: guarded } as App);
  }
}

/**
 * Keeps the connection open until `stop`. The library's own reconnection is off: when Slack is unreachable, the library rejects a
 * promise without a handler, which ends the process.
 */
export function createSocket(settings: SlackSettings, context: SocketContext) {
  const receiver = new SocketReceiver(settings, context);
  const stopping = new AbortController();
  let connection: Promise<void> | undefined;

  async function connectOnce(): Promise<boolean> {
    const disconnection = new Promise((resolve) => receiver.client.once('disconnected', resolve));
    try {
      await receiver.client.start();
    } catch (error) {
      if (!stopping.signal.aborted) context.log.warn(`slack: no connection: ${error instanceof Error ? error.message : error}`);
      return false;
    }
    await disconnection;
    return true;
  }

  async function keepConnected(): Promise<void> {
    let pause = 1_000;
    while (!stopping.signal.aborted) {
      pause = (await connectOnce()) ? 1_000 : Math.min(pause * 2, LONGEST_PAUSE_MS);
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    receiver,
    start() {
      connection = keepConnected();
    },
    async stop() {
      stopping.abort();
      await receiver.client.disconnect().catch(() => {});
      await connection;
    },
  };
}
