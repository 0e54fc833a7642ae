import { act, waitFor } from '@testing-library/react';
import type { LiveStream } from '../src/app/app.ts';

/** Streams as the browser opens them; the test is their server. */
export function fakeStreams() {
  const streams: ReturnType<typeof aStream>[] = [];
  /** A screen may be drawn before it has opened its stream. */
  const latest = async () =>
    streams.at(-1) ??
    waitFor(() => {
      const stream = streams.at(-1);
      if (!stream) throw new Error('no stream was opened');
      return stream;
    });
  const dispatch = async (event: Event) => {
    const stream = await latest();
    await act(async () => stream.dispatchEvent(event));
  };
  return {
    open: (): LiveStream => {
      const stream = aStream();
      streams.push(stream);
      return stream;
    },
    count: () => streams.length,
    isOpen: () => streams.at(-1)?.readyState !== 2,
    /** The server answers with a stream. */
    accept: () => dispatch(new Event('open')),
    /** The server would not have it: EventSource gives up. */
    refuse: async () => {
      (await latest()).close();
      await dispatch(new Event('error'));
    },
    change: (id: number) => dispatch(new MessageEvent('activity', { data: JSON.stringify({ id }) })),
    notify: () => dispatch(new Event('notifications')),
    /** The person has too many: the server ends the oldest. */
    makeRoom: () => dispatch(new Event('full')),
    refresh: () => dispatch(new Event('refresh')),
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
