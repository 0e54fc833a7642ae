import { act } from '@testing-library/react';
import type { LiveStream } from '../src/live/event-stream.ts';

/** Streams as the browser opens them; the test is their server. */
export function fakeStreams() {
  const opened: ReturnType<typeof aStream>[] = [];
  const latest = () => {
    const stream = opened.at(-1);
    if (!stream) throw new Error('no stream was opened');
    return stream;
  };
  return {
    open: (): LiveStream => {
      const stream = aStream();
      opened.push(stream);
      return stream;
    },
    count: () => opened.length,
    isOpen: () => opened.at(-1)?.readyState !== 2,
    /** The server answers with a stream. */
    accept: () => act(async () => latest().dispatchEvent(new Event('open'))),
    /** The server would not have it: EventSource gives up. */
    refuse: () =>
      act(async () => {
        latest().close();
        latest().dispatchEvent(new Event('error'));
      }),
    change: (id: number) => act(async () => latest().dispatchEvent(new MessageEvent('activity', { data: JSON.stringify({ id }) }))),
    /** The person has too many: the server ends the oldest. */
    makeRoom: () => act(async () => latest().dispatchEvent(new Event('full'))),
    refresh: () => act(async () => latest().dispatchEvent(new Event('refresh'))),
  };
}

function aStream() {
  let readyState = 1;
  return Object.defineProperty(
    Object.assign(new EventTarget(), {
      close: () => {
        readyState = 2;
      },
    }),
    'readyState',
    { get: () => readyState },
  ) as EventTarget & { close: () => void; readonly readyState: number };
}
