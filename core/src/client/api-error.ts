import type { Endpoint } from '../contract/endpoint.ts';
import type { Problem } from '../contract/problems.ts';

/** One exchange with the server; only this differs between web, terminal and bot. It rejects only when there was no answer. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;
export interface WireRequest {
  method: Endpoint['method'];
  path: string;
  body?: unknown | FormData;
  /** What writes goes with a CSRF token; so does an export. */
  effect: Endpoint['effect'];
  /** Read by a page that nobody is using at the moment. */
  isBackground?: boolean;
}
export interface WireResponse {
  status: number;
  /** The parsed JSON body, or undefined when it was no JSON. */
  body: unknown;
  /** The bytes of a workbook, where that was the answer. */
  file?: Blob;
  retryAfterSeconds?: number;
}

/** The server said no, or could not be reached (status 0). `message` is Spanish; `fields` are keyed by our names. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly rows: NonNullable<Problem['rows']>;
  /** When to ask again; null where the server did not say. */
  readonly retryAfterSeconds: number | null;
  constructor(
    status: number,
    message: string,
    code: string | null,
    fields: Record<string, string> = {},
    rows: NonNullable<Problem['rows']> = [],
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.rows = rows;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
