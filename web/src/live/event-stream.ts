/** The part of the browser's EventSource that is asked for; a test gives its own. */
export interface LiveStream {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

/** EventSource's own word for a stream that it will not open again by itself. */
export const CLOSED = 2;

/** The folio an `activity` event tells of. */
export const folioIn = (event: Event): number => (JSON.parse((event as MessageEvent<string>).data) as { id: number }).id;
