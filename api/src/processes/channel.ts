/** What one side answers to the questions of the other; `null` as an answer says that it has done it. */
export type QuestionHandlers = Record<string, () => unknown>;

type ChannelMessage = { question: string; number: number } | { answerTo: number; value?: unknown; failure?: string };

/** The part of a process that both ends of a channel have. */
interface Peer {
  connected: boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send?(message: ChannelMessage, handle: undefined, options: undefined, onSent: () => void): unknown;
}

const PATIENCE_MS = 5_000;

/** Questions and answers between two of our processes. A question fails where the other process is gone or silent. */
export function channelTo(peer: Peer, answers: QuestionHandlers) {
  const open = new Map<number, (message: ChannelMessage) => void>();
  let lastNumber = 0;
  // Without a callback a channel that has just closed would throw.
  const send = (message: ChannelMessage) => void (peer.connected && peer.send?.(message, undefined, undefined, () => {}));

  async function answer({ question, number }: { question: string; number: number }): Promise<void> {
    try {
      send({ answerTo: number, value: await answers[question]?.() });
    } catch (error) {
      send({ answerTo: number, failure: String(error) });
    }
  }
  peer.on('message', (content) => {
    const message = content as ChannelMessage;
    if ('question' in message) void answer(message);
    else if ('answerTo' in message) open.get(message.answerTo)?.(message);
  });

  return {
    ask: <Answer>(question: string, patienceMs = PATIENCE_MS): Promise<Answer> =>
      new Promise<Answer>((resolve, reject) => {
        lastNumber += 1;
        const number = lastNumber;
        const timer = setTimeout(() => open.get(number)?.({ answerTo: number, failure: 'no answer' }), patienceMs);
        open.set(number, (message) => {
          clearTimeout(timer);
          open.delete(number);
          if ('failure' in message) reject(new Error(`${question}: ${message.failure}`));
          else resolve((message as { value: Answer }).value);
        });
        send({ question, number });
      }),
  };
}

export type ProcessChannel = ReturnType<typeof channelTo>;
