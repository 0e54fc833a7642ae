import { setTimeout as delay } from 'node:timers/promises';
import { type App, type Logger as BoltLogger, type ReceiverEvent, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { clientOptions } from './calls/create-client.ts';
import type { SlackSettings } from './settings.ts';
import { type Identity, isOurs } from './trust/ours.ts';

const LONGEST_PAUSE_MS = 30_000;

interface Doubts {
  identity: () => Identity | null;
  boltLog: BoltLogger;
  log: Logger;
}

/** Socket Mode: Slack vouches for what comes by the connection itself, which only the app's token opens; the workspace is asked all the same. */
class SocketReceiver extends SocketModeReceiver {
  readonly #identity: () => Identity | null;

  constructor(settings: SlackSettings, { identity, boltLog }: Doubts) {
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
      if (!identity) return; // unacknowledged, so it comes again
      if (!isOurs(event.body, identity)) return event.ack();
      return app.processEvent(event);
    };
    super.init({ processEvent: guarded } as App);
  }
}

/**
 * Keeps a connection while it is wanted. The library's own reconnecting is off: where Slack cannot be reached it rejects a promise that
 * nobody awaits, and Node ends the process for it.
 */
export function createSocket(settings: SlackSettings, doubts: Doubts) {
  const receiver = new SocketReceiver(settings, doubts);
  const stopping = new AbortController();
  let keeping: Promise<void> | undefined;

  async function connectOnce(): Promise<boolean> {
    const ended = new Promise((resolve) => receiver.client.once('disconnected', resolve));
    try {
      await receiver.client.start();
    } catch (error) {
      if (!stopping.signal.aborted) doubts.log.warn(`slack: no connection: ${error instanceof Error ? error.message : error}`);
      return false;
    }
    await ended;
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
      keeping = keepConnected();
    },
    async stop() {
      stopping.abort();
      await receiver.client.disconnect().catch(() => {});
      await keeping;
    },
  };
}
