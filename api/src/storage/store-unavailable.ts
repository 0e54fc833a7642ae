/** The service that keeps the images does not answer, or refuses us. Whether it did what was asked is unknown. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause });
    this.name = 'StoreAway';
  }
}
