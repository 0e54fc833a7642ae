/** The part of the browser's EventSource in use; tests give their own. */
export interface LiveStream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

/** EventSource's state of a stream that it does not reopen. */
export const CLOSED = 2;

/** The folio in an `activity` event. */
export const folioIn = (event: Event): number => (JSON.parse((event as MessageEvent<string>).data) as { id: number }).id;
