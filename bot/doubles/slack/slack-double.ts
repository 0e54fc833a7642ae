import { type DeliverToBot, overHttp, overSocket } from './deliver.ts';
import { createPerson, type SlackPerson } from './person.ts';
import { serveSlack } from './serve.ts';
import { createWorkspace, type Failure, installation, type Message, type SlackCall, type Workspace } from './workspace.ts';

export interface SlackDouble {
  /** What `SLACK_*` is set to so that the bot talks to the double. */
  settings: { botToken: string; signingSecret: string; appToken: string; apiUrl: string };
  workspace: Workspace;
  /** From now on over HTTP to this address; until then over the connection the bot opens. */
  deliverTo(eventsUrl: string): void;
  /** Anything at all, on the way that is used. */
  send: DeliverToBot;
  /** Somebody of the workspace. */
  person(name: string): SlackPerson;
  /** Every call of the bot to a method, or all; `file` and `response_url` are methods too. */
  calls(method?: string): SlackCall[];
  /** The next calls of the method fail so, one failure each. */
  fail(method: string, ...failures: Failure[]): void;
  /** A message in a channel by its address there. */
  message(channel: string, ts: string): Message | undefined;
  /** Resolves with what `look` finds, once it finds something; rejects after five seconds. */
  until<T>(look: () => T | undefined | null | false): Promise<T>;
  /** Ends the connections of Socket Mode, as Slack does now and then. */
  hangUp(): void;
  connections(): number;
  stop(): Promise<void>;
}

/** Slack on a local port: its Web API, its files, its Socket Mode, and people who write to the bot. */
export async function startSlackDouble(): Promise<SlackDouble> {
  const workspace = createWorkspace();
  const server = await serveSlack(workspace);
  const socket = overSocket(server);
  let deliver: DeliverToBot = socket;

  return {
    settings: {
      botToken: installation.botToken,
      signingSecret: installation.signingSecret,
      appToken: installation.appToken,
      apiUrl: `${workspace.url}/api/`,
    },
    workspace,
    deliverTo(eventsUrl) {
      deliver = overHttp(eventsUrl);
    },
    send: (said, retry) => deliver(said, retry),
    person(name) {
      const number = workspace.nextId();
      const who = { id: `U${number}`, name, conversation: `D${number}` };
      workspace.people.set(who.id, who);
      return createPerson(who, workspace, (said, retry) => deliver(said, retry));
    },
    calls: (method) => workspace.calls.filter((call) => !method || call.method === method),
    fail(method, ...failures) {
      workspace.failures.set(method, [...(workspace.failures.get(method) ?? []), ...failures]);
    },
    message: (channel, ts) => workspace.messages.find((message) => message.channel === channel && message.ts === ts),
    async until(look) {
      const end = Date.now() + 5_000;
      while (Date.now() < end) {
        const found = look();
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`It did not come within five seconds. Calls: ${workspace.calls.map(({ method }) => method).join(', ')}`);
    },
    hangUp: socket.hangUp,
    connections: socket.connections,
    async stop() {
      socket.hangUp();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
