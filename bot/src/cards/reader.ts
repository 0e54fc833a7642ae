import type { Me } from '../people.ts';

/** Whom a card is drawn for: it shows and offers what is theirs. */
export interface Reader {
  me: Pick<Me, 'id' | 'kind' | 'position'>;
  publicUrl: string;
}
