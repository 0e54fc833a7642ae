import http from 'node:http';
import { until } from '../process/product.ts';

export interface Watching {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Everything it was sent so far. */
  text: () => string;
  /** The folios of the change events that arrived, in their order. */
  notifiedIds: () => number[];
  /** The number of events that say that anything may have changed. */
  refreshes: () => number;
  hasEnded: () => boolean;
  /** Waits for the change event of that folio. */
  receives: (folio: number) => Promise<void>;
  leave: () => void;
}

/** Somebody who follows the changes at `/api/live`, with these headers; also where they are refused. */
export function watching(origin: string, headers: Record<string, string>): Promise<Watching> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${origin}/api/live`, { headers, agent: false }, (response) => {
      let text = '';
      let hasEnded = false;
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('error', () => (hasEnded = true));
      response.on('close', () => (hasEnded = true));
      const notifiedIds = () => [...text.matchAll(/event: activity\ndata: \{"id":(\d+)\}\n\n/g)].map(([, id]) => Number(id));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        notifiedIds,
        refreshes: () => text.split('event: refresh\n').length - 1,
        hasEnded: () => hasEnded,
        receives: (folio) =>
          until(
            () => notifiedIds().includes(folio),
            () => text,
          ),
        leave: () => request.destroy(),
      });
    });
    request.on('error', reject);
  });
}

export const cookie = (secret: string) => ({ Cookie: `sid=${secret}` });
